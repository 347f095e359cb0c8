/** A piece of print whose pixels touch: its right and lower edge are not part of it. */
export interface Component {
  left: number;
  top: number;
  right: number;
  bottom: number;
  pixels: number;
}

/** Ink from which on a pixel is print. */
const INK = 0.5;
/** Pixels below which a piece is a speck. */
const LEAST_PIXELS = 4;

/**
 * The pieces of print in a picture of ink, in no order; each pixel is visited once, with its eight neighbours.
 * @param ink 0 to 1, row by row
 * @param most pieces; where there are more there is no print that could be read, and nothing is given
 */
export function componentsOf(ink: Float32Array, width: number, height: number, most: number): Component[] {
  const seen = new Uint8Array(width * height);
  const waiting = new Int32Array(width * height);
  const found: Component[] = [];
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] === 1 || ink[start]! < INK) continue;
    const piece = { left: width, top: height, right: 0, bottom: 0, pixels: 0 };
    let count = 0;
    waiting[count++] = start;
    seen[start] = 1;
    while (count > 0) {
      const at = waiting[--count]!;
      const [x, y] = [at % width, (at / width) | 0];
      extend(piece, x, y);
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
          const next = ny * width + nx;
          if (seen[next] === 1 || ink[next]! < INK) continue;
          seen[next] = 1;
          waiting[count++] = next;
        }
      }
    }
    if (piece.pixels >= LEAST_PIXELS) found.push(piece);
    if (found.length > most) return [];
  }
  return found;
}

function extend(piece: Component, x: number, y: number): void {
  piece.pixels++;
  if (x < piece.left) piece.left = x;
  if (x >= piece.right) piece.right = x + 1;
  if (y < piece.top) piece.top = y;
  if (y >= piece.bottom) piece.bottom = y + 1;
}
