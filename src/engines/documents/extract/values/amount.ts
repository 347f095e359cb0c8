import { asDigits, DIGIT_LIKE } from './digits.js';

/** A number found in a text that may be money or a quantity. */
export interface ParsedAmount {
  value: number;
  /** The number as printed, without currency. */
  raw: string;
  /** `[start, end)` in the text, currency and sign included. */
  start: number;
  end: number;
  /** Whether it is printed with decimals, as money mostly is. */
  hasDecimals: boolean;
  /** The currency sign or code printed with it, as printed. */
  currency?: string;
}

/** `f` before an amount is a pound sign to a reader that does not know it. */
const CURRENCY =
  '(?:RM|R[HN](?=\\s?\\d)|Rs\\.?|Rp|US\\$|S\\$|A\\$|C\\$|HK\\$|R\\$|[A-Z]{3}(?=\\s?-?\\d)|[$€£¥₹₩₺₽]|f(?=\\d[\\d,]*\\.\\d{2}(?!\\d))|kr\\.?|zł|Fr\\.)';
/** Thousands apart by one of `,` `.` `'` or a narrow space, or by a plain space when decimals follow a comma. */
const GROUPED = "\\d{1,3}(?<mark>[,.'’\\u00a0\\u202f])\\d{3}(?:\\k<mark>\\d{3})*(?:[.,]\\d{1,2})?(?!\\d|R(?!\\w))";
const SPACE_GROUPED = '\\d{1,3}(?: \\d{3}){1,4},\\d{2}(?!\\d)';
const INDIAN = '\\d{1,2}(?:,\\d{2})+,\\d{3}(?:\\.\\d{1,2})?(?!\\d)';
/** A tax code may be glued on (`4.00SR`), which readers see as `4.005R`. */
const PLAIN = `(?:\\d[${DIGIT_LIKE}]*|[${DIGIT_LIKE}]{1,15}(?=[.,][${DIGIT_LIKE}]{2}(?!\\w)))(?:\\s?[.,]\\s?(?:\\d{2}(?=5R(?!\\w)|(?!\\d))|[${DIGIT_LIKE}]{2}(?![${DIGIT_LIKE}]))|[.,]\\d)?`;
const PATTERN = new RegExp(
  `(?<![\\p{L}\\d]|\\d[.,:/-]\\s?|\\p{L}[/-])(\\(?[-–−]?\\s?)(${CURRENCY})?\\s?([-–−]?)(${INDIAN}|${SPACE_GROUPED}|${GROUPED}|${PLAIN})(\\s?-(?!\\s?\\w))?`,
  'gu',
);
/** What follows a number that is no amount: more of a longer number, a time, a date, a share, a unit glued on. */
const FOLLOWS_OTHER_NUMBER = /^(?:\d(?!R(?!\w))|[:/]\d|\s?%|-\d|[.,]\d|[A-Za-z]{3,}|['"])/;

/**
 * The numbers in a text that may be amounts, in order: `1,234.56`, `1.234,56`, `1 234,56`, `12'345.00`, `1,23,456.00`,
 * `(12.00)` and `12.00-` as negative. Not dates, times, percentages, telephone numbers or parts of longer codes.
 */
export function parseAmounts(text: string): ParsedAmount[] {
  const amounts: ParsedAmount[] = [];
  for (const match of text.matchAll(PATTERN)) {
    const [whole, open = '', currency, minus, printed = '', , minusAfter] = match;
    const end = match.index + whole.length;
    if (FOLLOWS_OTHER_NUMBER.test(text.slice(end))) continue;
    const number = plainNumber(printed);
    if (number === null) continue;
    const closes = open.startsWith('(') && text[end] === ')';
    const negative = closes || /[-–−]/.test(open) || minus !== '' || minusAfter !== undefined;
    amounts.push({
      value: negative && number.value !== 0 ? -number.value : number.value,
      raw: printed.trim(),
      start: match.index,
      end,
      hasDecimals: number.hasDecimals,
      ...(currency ? { currency } : {}),
    });
  }
  return amounts;
}

function plainNumber(printed: string): { value: number; hasDecimals: boolean } | null {
  const text = asDigits(printed).replace(/[\s'’\u00a0\u202f]/g, '');
  const decimals = /[.,](\d{1,2})$/.exec(text);
  const whole = (decimals ? text.slice(0, -decimals[0].length) : text).replace(/[.,]/g, '');
  if (!/^\d{1,15}$/.test(whole)) return null;
  return { value: Number(decimals ? `${whole}.${decimals[1]}` : whole), hasDecimals: decimals !== null };
}
