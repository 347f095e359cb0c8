import type { QualityCheckName } from './quality.js';

/** Score from which on a page is good. */
export const GOOD = 0.75;

/** Score from which on it is fair; below it is poor. */
export const FAIR = 0.4;

/** How a measurement becomes a score: 0 at `worst`, 1 at `best`, straight between. */
export interface Scale {
  worst: number;
  best: number;
  unit: string;
  advice: string;
}

/**
 * Where the scales end. Blur, resolution: measured on 32 passports, cards and receipts blurred by steps: nearly every line is still
 * found and read at a blur of 0.08 letter heights, two thirds at 0.12, a third at 0.18; letters below 10 pixels mix up digits.
 * (Tesseract's manual asks for 20 pixels, the recognition network looks at 48 pixels a line.) Light, contrast: the darkest and palest
 * of the same documents read without loss at a ground of 210 and a contrast of 0.4. Glare, edges: lines that are hidden are lost.
 */
export const SCALES: { readonly [name in QualityCheckName]: Scale } = {
  blur: {
    worst: 0.16,
    best: 0.07,
    unit: 'letter heights',
    advice: 'The picture is blurred. Hold the camera still, let it focus on the text, and take the picture again.',
  },
  resolution: {
    worst: 6,
    best: 15,
    unit: 'pixels per letter height',
    advice: 'The text is too small. Move closer so that the document fills the picture, or scan it at 300 dpi.',
  },
  light: {
    worst: 60,
    best: 140,
    unit: 'brightness of the ground, 0 to 255',
    advice: 'The picture is too dark. Take it in daylight or under a lamp.',
  },
  contrast: {
    worst: 0.1,
    best: 0.35,
    unit: 'share of black to white',
    advice: 'The text hardly stands out from its ground. Use more even light, or a clearer original.',
  },
  glare: {
    worst: 0.06,
    best: 0.003,
    unit: 'share of the picture',
    advice: 'A reflection covers part of the document. Tilt it or turn off the flash, and take the picture again.',
  },
  edges: {
    worst: 0.3,
    best: 0.02,
    unit: 'share of lines that touch the border',
    advice: 'The document is cut off. Take the picture so that all four edges can be seen.',
  },
};

/** The measurement beyond which a page is poor: for light less is worse, for reflections more. */
export const poorBeyond = (name: QualityCheckName): number => {
  const { worst, best } = SCALES[name];
  return worst + FAIR * (best - worst);
};
