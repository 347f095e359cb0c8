import { ADDRESS_WORDS } from '../header/addressWords.js';
import { correctWords } from './correctWords.js';
import { correctConfusions } from './digits.js';

/**
 * An address as it reads: lines joined, misread address words corrected (`Jin` is `Jln`, the short form of Jalan), the digit in
 * a British postal code restored, and a lone mark at the end dropped: a speck the reader took for a letter.
 */
export const addressText = (text: string): string =>
  correctWords(correctConfusions(text), ADDRESS_WORDS)
    .replace(/(?<!\p{L})(J)i(n)(?!\p{L})/giu, (_, j: string, n: string) => `${j}${n === 'N' ? 'L' : 'l'}${n}`)
    .replace(/(?<!\w)([A-Z]{1,2}\d[A-Z\d]?) O([A-Z]{2})(?!\w)/g, '$1 0$2')
    .replace(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .replace(/(?<=\p{L}{3}[.,]?)\s+[0OIl|.\-_]$/u, '')
    .trim();
