/** Frequencies below this share of the highest are the face itself. */
const FACE_ITSELF = 0.3;

/**
 * How much the strongest frequency of a square stands out of the median of all fine ones: the pixels of a screen and the dots of print make such
 * peaks, and moiré between them and the pixels of a camera (Patel et al., "Secure Face Unlock: Spoof Detection on Smartphones", 2016). Looked
 * at along rows and along columns, which is where the grids of screens lie; the mean is taken before, so that what is no grid is levelled out.
 * @param grey of a square, row by row
 * @returns a ratio of powers, square-rooted; about 3 where there is no grid
 */
export function gridStrength(grey: Float32Array, side: number): number {
  const rows = spectrumAlong(side, (line, at) => grey[line * side + at]!);
  const columns = spectrumAlong(side, (line, at) => grey[at * side + line]!);
  return Math.max(peakOf(rows), peakOf(columns));
}

/** Mean power of each frequency of the lines of a square. */
function spectrumAlong(side: number, value: (line: number, at: number) => number): Float64Array {
  const half = side / 2;
  const power = new Float64Array(half);
  const waves = Array.from({ length: side }, (_, at) => (2 * Math.PI * at) / side);
  const window = waves.map((angle) => (1 - Math.cos(angle)) / 2);
  for (let line = 0; line < side; line++) {
    const values = window.map((weight, at) => weight * value(line, at));
    for (let frequency = 1; frequency < half; frequency++) {
      let [real, imaginary] = [0, 0];
      for (let at = 0; at < side; at++) {
        const angle = waves[(frequency * at) % side]!;
        real += values[at]! * Math.cos(angle);
        imaginary += values[at]! * Math.sin(angle);
      }
      power[frequency]! += real * real + imaginary * imaginary;
    }
  }
  return power;
}

function peakOf(power: Float64Array): number {
  const fine = power.slice(Math.ceil(power.length * FACE_ITSELF));
  const median = [...fine].sort((a, b) => a - b)[fine.length >> 1]!;
  return Math.sqrt(Math.max(...fine) / Math.max(median, 1));
}
