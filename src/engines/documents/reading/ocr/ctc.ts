/** A recognised character with its probability and the first and last time step it was seen at. */
export interface Glyph {
  character: string;
  probability: number;
  from: number;
  to: number;
}

/** Output of a CTC network for one line: `steps` rows of one probability per class. */
export interface Activations {
  data: Float32Array;
  /** Where this line's rows begin in `data`. */
  offset: number;
  steps: number;
  classes: number;
}

/** Classes that may be decoded; always holds CTC's blank. */
export type ClassMask = Uint16Array;

/** The classes of the characters that are `decoded`, and the blank. */
export function classMask(characters: readonly string[], decoded: (character: string) => boolean): ClassMask {
  const classes: number[] = [];
  characters.forEach((character, index) => {
    if (character === '' || decoded(character)) classes.push(index);
  });
  return Uint16Array.from(classes);
}

/**
 * Greedy CTC decoding (Graves et al., 2006) over the masked classes: the best class of each step, repeats merged,
 * blanks dropped.
 */
export function decodeCtc(activations: Activations, characters: readonly string[], mask: ClassMask): Glyph[] {
  const { data, offset, steps, classes } = activations;
  const glyphs: Glyph[] = [];
  let previous = '';
  for (let step = 0; step < steps; step++) {
    const row = offset + step * classes;
    let best = 0;
    let probability = -1;
    for (const candidate of mask) {
      const value = data[row + candidate]!;
      if (value > probability) {
        probability = value;
        best = candidate;
      }
    }
    const character = characters[best]!;
    const last = glyphs.at(-1);
    if (character !== '' && character === previous && last) last.to = step;
    else if (character !== '') glyphs.push({ character, probability, from: step, to: step });
    previous = character;
  }
  return glyphs;
}
