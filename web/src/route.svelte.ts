/** The few addresses of the page. A personal link's secret stays behind the # and is taken off at once. */

export type Place =
  | { page: 'home' }
  | { page: 'create' }
  | { page: 'room'; code: string; token: string | null; board: boolean };

export function place(path: string, hash: string): Place {
  const room = /^\/r\/([A-Za-z0-9]{3,12})(\/board)?\/?$/.exec(path);
  if (room?.[1]) {
    const token = /^#claim=([\w-]+)$/.exec(hash)?.[1] ?? null;
    return { page: 'room', code: room[1].toUpperCase(), token, board: room[2] !== undefined };
  }
  return path === '/new' ? { page: 'create' } : { page: 'home' };
}

class Route {
  now = $state.raw<Place>(place(location.pathname, location.hash));
}

export const route = new Route();

function read(): void {
  route.now = place(location.pathname, location.hash);
}

addEventListener('popstate', read);
addEventListener('hashchange', read);

export function go(path: string): void {
  history.pushState(null, '', path);
  read();
  scrollTo(0, 0);
}

/** Takes the spent secret out of the address bar. */
export function dropHash(): void {
  history.replaceState(null, '', location.pathname);
}
