import type { Catalogues } from '../text/catalogues';
import type { Lang } from '../text/template';
import type {
  Calendar,
  Composed,
  Desk,
  Fault,
  Mine,
  Params,
  Plain,
  ReadScript,
  Replay,
  RoomState,
  RulesetInfo,
  Sitting,
  Ways,
} from './types';

export class ApiError extends Error {
  readonly fault: Fault;
  readonly status: number;
  constructor(status: number, fault: Fault) {
    super(fault.code);
    this.status = status;
    this.fault = fault;
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      credentials: 'same-origin',
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiError(0, { code: 'offline' });
  }
  const text = await response.text();
  let data: unknown = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = null;
  }
  if (response.ok) return data as T;
  const fault = (data ?? {}) as { error?: string; path?: string; message_key?: string; params?: Params };
  throw new ApiError(response.status, {
    code: fault.error ?? (response.status === 404 ? 'no_room' : 'failed'),
    ...(fault.message_key ? { message_key: fault.message_key } : {}),
    ...(fault.path ? { path: fault.path } : {}),
    ...(fault.params ? { params: fault.params } : {}),
  });
}

export interface TableSetup {
  ruleset: string;
  players: number;
  nickname: string;
  lang: Lang;
  roles?: string[] | null;
  board?: string | null;
  options?: Record<string, Plain>;
}

export interface CreateRoom extends TableSetup {
  moderator: 'auto' | 'human';
  sitting: Sitting;
  pace?: Record<string, number>;
  calendar?: Calendar | null;
}

export interface Created {
  code: string;
  seat?: string;
  person?: number;
}

export const api = {
  rulesets: () => call<RulesetInfo[]>('GET', '/rulesets'),
  compose: (body: { ruleset: string; players: number; must: string[]; never: string[] }) =>
    call<Composed>('POST', '/compose', body),
  script: (body: { ruleset: string; text: string }) => call<ReadScript>('POST', '/scripts', body),
  texts: (lang: Lang) => call<Catalogues>('GET', `/texts/${lang}`),
  create: (body: CreateRoom) => call<Created>('POST', '/rooms', body),
  mine: () => call<Mine[]>('GET', '/mine'),
  practice: (body: TableSetup) => call<Created>('POST', '/practice', body),
  room: (code: string) => call<RoomState>('GET', `/rooms/${code}`),
  join: (
    code: string,
    body: {
      nickname: string;
      seat?: number;
      watch?: boolean;
      queue?: boolean;
      now?: boolean;
      beside?: boolean;
      lang: Lang;
    },
  ) => call<Created>('POST', `/rooms/${code}/join`, body),
  claim: (code: string, token: string) => call<Created>('POST', `/rooms/${code}/claim`, { token }),
  link: (code: string, seat?: number) =>
    call<{ token: string }>('POST', `/rooms/${code}/link`, seat === undefined ? {} : { seat }),
  desk: (code: string) => call<Desk>('GET', `/rooms/${code}/desk`),
  substitute: (code: string, seat: number, nickname: string) =>
    call<{ token: string }>('POST', `/rooms/${code}/substitute`, { seat, nickname }),
  contact: (code: string) => call<Ways>('GET', `/rooms/${code}/contact`),
  keepContact: (code: string, ways: { mail?: string | null; push?: PushSubscriptionJSON | null }) =>
    call<object>('POST', `/rooms/${code}/contact`, ways),
  replay: (code: string) => call<Replay>('GET', `/rooms/${code}/replay`),
};
