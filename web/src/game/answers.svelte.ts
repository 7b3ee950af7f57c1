/** What was answered: on its way, received, put away. */
import type { OpenDecision, Plain } from '../wire/types';

export interface Receipt {
  c: string;
  d: number;
  decision: OpenDecision;
  choice: Plain;
  state: 'sending' | 'received';
}

export class Answers {
  receipts = $state.raw<Receipt[]>([]);
  /** answers that the server has acknowledged, by decision */
  given = $state.raw<Record<number, Plain>>({});
  /** answered decisions that are put away, though they are still open */
  stowed = $state.raw<number[]>([]);

  /** An answer went off under the id `c`; receipts of what is closed make room. */
  sent(c: string, decision: OpenDecision, choice: Plain, open: OpenDecision[]): void {
    const kept = this.receipts.filter((old) => old.d !== decision.d && open.some((one) => one.d === old.d));
    this.receipts = [...kept, { c, d: decision.d, decision, choice, state: 'sending' }];
  }

  received(c: string): void {
    const receipt = this.receipts.find((one) => one.c === c);
    if (!receipt) return;
    this.given = { ...this.given, [receipt.d]: receipt.choice };
    this.receipts = this.receipts.map((one) => (one.c === c ? { ...one, state: 'received' } : one));
  }

  /** The server says anew what stands: perhaps it was changed elsewhere. */
  reopened(decision: OpenDecision): void {
    const { [decision.d]: _, ...rest } = this.given;
    this.given = rest;
    if (!decision.answered)
      this.receipts = this.receipts.filter((one) => one.d !== decision.d || one.state === 'sending');
  }

  refused(c: string): void {
    this.receipts = this.receipts.filter((one) => one.c !== c);
  }

  withdrawn(d: number): void {
    this.receipts = this.receipts.filter((one) => one.d !== d);
    const { [d]: _, ...rest } = this.given;
    this.given = rest;
  }

  /** Is there an answer that stands, sent from here or known to the server? */
  has(decision: OpenDecision): boolean {
    return decision.answered || decision.d in this.given || this.receipts.some((one) => one.d === decision.d);
  }

  /** The answer that stands, where the server has it. */
  standing(decision: OpenDecision): Plain {
    return this.given[decision.d] ?? decision.mine;
  }

  /** Away from the panel; what may still be changed stays in the private sheet. */
  putAway(open: OpenDecision[]): void {
    this.receipts = this.receipts.filter((one) => one.state === 'sending');
    this.stowed = open.filter((one) => this.has(one)).map((one) => one.d);
  }

  takeOut(d: number): void {
    this.stowed = this.stowed.filter((other) => other !== d);
  }

  clear(): void {
    this.receipts = [];
    this.given = {};
    this.stowed = [];
  }
}

export function mayRevise(decision: OpenDecision): boolean {
  return decision.revise !== 'never' && !decision.final;
}
