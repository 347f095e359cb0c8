import type { PrintedText, PrintStyle } from '../../../../../specimens/cards/cardDesign.js';
import { CARD } from '../../../../../specimens/card.js';
import type { Line, Page } from '../../../../../src/engines/documents/reading/page.js';
import { pageOfLines } from './printedPage.js';

/** Height of a line and mean width of a character of each style, in pixels of the card: about what DejaVu has. */
const SIZES: { readonly [style in PrintStyle]: readonly [height: number, character: number] } = {
  title: [34, 25],
  head: [24, 17],
  label: [18, 9],
  small: [16, 8],
  number: [20, 10],
  value: [26, 18],
  plain: [24, 14],
  mono: [30, 19],
  indic: [24, 14],
  sign: [28, 15],
};

/** The side of a card as a reader without fault would read it: each printed text a line of words with their boxes. */
export function pageOfCard(texts: readonly PrintedText[], number = 1): Page {
  const lines = texts.map(([x, baseline, style, text]): Line => {
    const [height, character] = SIZES[style];
    const box = (start: number, length: number): Line['box'] => [
      (x + start * character) / CARD.width,
      (baseline - height) / CARD.height,
      (length * character) / CARD.width,
      height / CARD.height,
    ];
    const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
      text: word,
      confidence: 0.98,
      box: box(index, word.length),
    }));
    return { text, confidence: 0.98, box: box(0, text.length), words };
  });
  return { ...pageOfLines(lines), number, ...CARD };
}
