import { planFields } from '../extract/fieldPlan.js';
import type { FieldShape } from '../extract/labels/concept.js';
import { parseAmounts } from '../extract/values/amount.js';
import { countryCode } from '../extract/values/country.js';
import { findCurrencies } from '../extract/values/currency.js';
import { parseDates } from '../extract/values/date.js';
import { findEmails, findIbans, findPhones, findTimes, findUrls } from '../extract/values/patterns.js';

/** What a printed value is by its form alone. */
export type ValueForm = 'date' | 'period' | 'amount' | 'country' | 'words' | 'figures' | 'mixed';

const READING = { monthFirst: false, twoDigitYearPivot: 50 };
/** So much of a text has to be the value, for the text to be of its form. */
const MOST_OF_IT = 0.8;
/** Between and before the two dates of a period stand few letters: `Del … al …`. */
const LETTERS_OF_PERIOD = 10;

/** The form of a printed value. */
export function formOfValue(text: string): ValueForm {
  const value = text.trim();
  const isAll = (raw: string | undefined): boolean =>
    raw !== undefined && raw.trim().length >= MOST_OF_IT * value.length;
  const dates = parseDates(value, READING);
  if (isAll(dates[0]?.raw)) return 'date';
  if (dates.length === 2 && lettersOf(without(value, dates.map(({ raw }) => raw))) <= LETTERS_OF_PERIOD) return 'period'; // prettier-ignore
  if ([findEmails, findIbans, findPhones, findUrls, findTimes].some((find) => isAll(find(value)[0]?.raw))) return 'mixed'; // prettier-ignore
  const [amount] = parseAmounts(value);
  if (amount && isMoneyAlone(value, amount.raw)) {
    const isMoney = amount.hasDecimals || amount.currency !== undefined || findCurrencies(value).length > 0;
    return isMoney ? 'amount' : 'figures';
  }
  if (!/\d/.test(value)) return value.length > 3 && countryCode(value) !== null ? 'country' : 'words';
  return lettersOf(value) === 0 ? 'figures' : 'mixed';
}

/** The currency stands before or behind an amount, as a sign or three letters (ISO 4217), and nothing else. */
const isMoneyAlone = (value: string, raw: string): boolean => {
  const rest = without(value, [raw]);
  return /^\W*(?:[A-Z]{3})?\W*$/.test(without(rest, findCurrencies(rest).map((found) => found.raw))); // prettier-ignore
};

const without = (text: string, parts: readonly string[]): string =>
  parts.reduce((rest, part) => rest.replace(part, ' '), text);

const lettersOf = (text: string): number => text.replace(/[^\p{L}]/gu, '').length;

/** The type hint of a field of which only a value is known. */
export function hintOfForm(form: ValueForm): string {
  if (form === 'date' || form === 'period') return 'date YYYY-MM-DD';
  return form === 'amount' || form === 'country' ? form : 'string';
}

const OF_DATES: readonly FieldShape[] = ['date'];
const OF_NUMBERS: readonly FieldShape[] = ['amount', 'number', 'percentage'];
/** Shapes of which no value is without a figure. */
const WITH_FIGURES: readonly FieldShape[] = [...OF_DATES, ...OF_NUMBERS, 'time', 'iban', 'card_number', 'phone', 'email', 'vin', 'ssn', 'aadhaar']; // prettier-ignore
/** Shapes of which no value is figures alone. */
const WITH_LETTERS: readonly FieldShape[] = ['date', 'person', 'company', 'place', 'address', 'country', 'currency', 'sex', 'email', 'url', 'boolean']; // prettier-ignore

/** Whether a field of this name and hint could have a value of that form. */
export function fitsForm(name: string, hint: string, form: ValueForm): boolean {
  const { shape, hint: parsed } = planFields({ output_schema: { [name]: hint }, prompt_hint: '' })[0]!;
  if (parsed.kind === 'list' || parsed.kind === 'object') return false;
  switch (form) {
    case 'date':
    case 'period':
      return OF_DATES.includes(shape);
    case 'amount':
      return OF_NUMBERS.includes(shape);
    case 'words':
    case 'country':
      return !WITH_FIGURES.includes(shape);
    case 'figures':
      return !WITH_LETTERS.includes(shape);
    default:
      return shape !== 'date';
  }
}
