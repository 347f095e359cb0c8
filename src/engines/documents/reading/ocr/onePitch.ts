import type { Activations, ClassMask, Glyph } from './ctc.js';

/** Fewer glyphs do not tell the pitch of a line. */
const TELLING = 8;
/** Two glyphs this many pitches apart, give or take, have one cell fewer between them. */
const TOLERANCE = 0.3;
/** More empty cells in a row are damage, not thin characters. */
const MOST_EMPTY = 3;
/** A character that was missed peaks within this share of the pitch around the middle of its cell. */
const REACH = 0.35;

/**
 * Fills the cells that decoding left empty in a line of one pitch, where every cell holds a character. The blank outweighs thin letters (an
 * `I` between broad ones) and single fillers; which character it outweighed, the activations of the cell still tell.
 * @returns the glyphs, with the likeliest character in each cell between two glyphs that had none
 */
export function fillCells(
  glyphs: readonly Glyph[],
  activations: Activations,
  characters: readonly string[],
  mask: ClassMask,
): Glyph[] {
  if (glyphs.length < TELLING) return [...glyphs];
  const distances = glyphs.slice(1).map((glyph, index) => middleOf(glyph) - middleOf(glyphs[index]!));
  const pitch = [...distances].sort((one, other) => one - other)[distances.length >> 1]!;
  return glyphs.flatMap((glyph, index) => {
    const empty = emptyCells(distances[index] ?? 0, pitch);
    const cells = Array.from({ length: empty }, (_, cell) => {
      const middle = middleOf(glyph) + ((cell + 1) * distances[index]!) / (empty + 1);
      return likeliest(middle, pitch, activations, characters, mask);
    });
    return [glyph, ...cells];
  });
}

const middleOf = ({ from, to }: Glyph): number => (from + to) / 2;

function emptyCells(distance: number, pitch: number): number {
  const cells = Math.round(distance / pitch);
  const isClear = Math.abs(distance / pitch - cells) <= TOLERANCE;
  return isClear && cells > 1 && cells <= MOST_EMPTY + 1 ? cells - 1 : 0;
}

function likeliest(
  middle: number,
  pitch: number,
  { data, offset, steps, classes }: Activations,
  characters: readonly string[],
  mask: ClassMask,
): Glyph {
  const from = Math.max(0, Math.round(middle - REACH * pitch));
  const to = Math.min(steps - 1, Math.round(middle + REACH * pitch));
  let best: Glyph = { character: '', probability: -1, from, to };
  for (let step = from; step <= to; step++) {
    for (const candidate of mask) {
      const probability = data[offset + step * classes + candidate]!;
      if (characters[candidate] !== '' && probability > best.probability)
        best = { character: characters[candidate]!, probability, from: step, to: step };
    }
  }
  return best;
}
