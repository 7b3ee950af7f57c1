/** The result of a game as one picture for the group chat. */

export interface Row {
  seat: string;
  name: string;
  role: string;
  out: boolean;
  won: boolean;
}

export interface Result {
  title: string;
  game: string;
  code: string;
  rows: Row[];
  out: string;
  won: string;
}

const WIDTH = 1080;
const PAD = 56;
const HEAD = 260;
const ROW = 112;
const FOOT = 96;
const FONT = 'system-ui, "Noto Sans SC", "PingFang SC", "Microsoft YaHei", sans-serif';

export function heightOf(rows: number): number {
  return HEAD + Math.ceil(rows / 2) * ROW + FOOT;
}

/** As much of a text as fits. */
function fitted(draw: CanvasRenderingContext2D, text: string, width: number): string {
  if (draw.measureText(text).width <= width) return text;
  const letters = [...text];
  while (letters.length > 1 && draw.measureText(`${letters.join('')}…`).width > width) letters.pop();
  return `${letters.join('')}…`;
}

export function paint(canvas: HTMLCanvasElement, result: Result): void {
  canvas.width = WIDTH;
  canvas.height = heightOf(result.rows.length);
  const draw = canvas.getContext('2d');
  if (!draw) return;
  draw.fillStyle = '#0e1120';
  draw.fillRect(0, 0, canvas.width, canvas.height);
  draw.textBaseline = 'middle';
  draw.fillStyle = '#ffd27a';
  draw.font = `700 76px ${FONT}`;
  draw.fillText(fitted(draw, result.title, WIDTH - 2 * PAD), PAD, 104);
  draw.fillStyle = '#b9c0d8';
  draw.font = `40px ${FONT}`;
  draw.fillText(result.game, PAD, 186);
  const column = (WIDTH - 3 * PAD) / 2;
  const half = Math.ceil(result.rows.length / 2);
  result.rows.forEach((row, i) => {
    const x = PAD + (i < half ? 0 : column + PAD);
    const y = HEAD + (i % half) * ROW;
    draw.fillStyle = '#1b2036';
    draw.fillRect(x, y, column, ROW - 14);
    draw.fillStyle = row.won ? '#ffd27a' : '#eef1fb';
    draw.font = `700 44px ${FONT}`;
    draw.fillText(row.seat, x + 20, y + 48);
    draw.font = `600 38px ${FONT}`;
    const signs = `${row.out ? ` ✕ ${result.out}` : ''}${row.won ? ` ★ ${result.won}` : ''}`;
    draw.fillText(fitted(draw, row.role, column - 120), x + 96, y + 30);
    draw.fillStyle = '#b9c0d8';
    draw.font = `30px ${FONT}`;
    draw.fillText(fitted(draw, row.name + signs, column - 120), x + 96, y + 72);
  });
  draw.fillStyle = '#b9c0d8';
  draw.font = `32px ${FONT}`;
  draw.fillText(`Nightmoot · ${result.code}`, PAD, canvas.height - FOOT / 2);
}

export function pictureOf(result: Result): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  paint(canvas, result);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}
