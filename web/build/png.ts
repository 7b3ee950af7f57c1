import { crc32, deflateSync } from 'node:zlib';

export type Paint = (x: number, y: number) => readonly [number, number, number, number];

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** A square RGBA picture; `paint` is asked at 3×3 points a pixel, in coordinates from 0 to 1. */
export function png(size: number, paint: Paint): Buffer {
  const rows = Buffer.alloc(size * (size * 4 + 1));
  const grid = 3;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const sum = [0, 0, 0, 0];
      for (let k = 0; k < grid * grid; k++) {
        const px = (x + ((k % grid) + 0.5) / grid) / size;
        const py = (y + (Math.floor(k / grid) + 0.5) / grid) / size;
        const [r, g, b, a] = paint(px, py);
        sum[0]! += r * a;
        sum[1]! += g * a;
        sum[2]! += b * a;
        sum[3]! += a;
      }
      const alpha = sum[3]!;
      const at = y * (size * 4 + 1) + 1 + x * 4;
      for (let c = 0; c < 3; c++) rows[at + c] = alpha ? Math.round(sum[c]! / alpha) : 0;
      rows[at + 3] = Math.round((alpha / (grid * grid)) * 255);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
