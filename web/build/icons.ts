import type { Plugin } from 'vite';
import { type Paint, png } from './png.ts';

const NIGHT = [14, 17, 32] as const;
const MOON = [242, 199, 116] as const;
const SEAT = [143, 155, 205] as const;

/** The same drawing as public/icon.svg: a crescent amid a circle of eight seats. */
function sign(scale: number, corner: number): Paint {
  return (x, y) => {
    const dx = Math.max(Math.abs(x - 0.5) - (0.5 - corner), 0);
    const dy = Math.max(Math.abs(y - 0.5) - (0.5 - corner), 0);
    if (Math.hypot(dx, dy) > corner + 1e-9) return [0, 0, 0, 0];
    const u = (x - 0.5) / scale;
    const v = (y - 0.5) / scale;
    for (let k = 0; k < 8; k++) {
      const a = (k * Math.PI) / 4;
      if (Math.hypot(u - 0.38 * Math.sin(a), v + 0.38 * Math.cos(a)) < 0.055) return [...SEAT, 1];
    }
    if (Math.hypot(u, v) < 0.22 && Math.hypot(u - 0.1, v + 0.06) > 0.19) return [...MOON, 1];
    return [...NIGHT, 1];
  };
}

export function icons(): Plugin {
  const files: Record<string, () => Buffer> = {
    'icon-180.png': () => png(180, sign(0.9, 0)),
    'icon-192.png': () => png(192, sign(1, 0.22)),
    'icon-512.png': () => png(512, sign(1, 0.22)),
    'icon-maskable-512.png': () => png(512, sign(0.78, 0)),
  };
  return {
    name: 'nightmoot-icons',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const draw = files[(request.url ?? '').slice(1)];
        if (!draw) return next();
        response.setHeader('content-type', 'image/png');
        response.end(draw());
      });
    },
    generateBundle() {
      for (const [fileName, draw] of Object.entries(files)) {
        this.emitFile({ type: 'asset', fileName, source: draw() });
      }
    },
  };
}
