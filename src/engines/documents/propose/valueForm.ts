import { planFields } from '../extract/fieldPlan.js';
import type { FieldShape } from '../extract/labels/concept.js';
import { parseAmounts } from '../extract/values/amount.js';
import { countryCode } from '../extract/values/country.js';
import { currencyCode, findCurrencies } from '../extract/values/currency.js';
import { booleanOf } from '../extract/values/words.js';
import { parseDates } from '../extract/values/date.js';
import { lettersOf } from '../text/lettersOf.js';

/** What a printed value is by its form alone. */
export type ValueForm =
  'date' | 'period' | 'amount' | 'percentage' | 'quantity' | 'country' | 'boolean' | 'words' | 'figures' | 'mixed';

const READING = { monthFirst: false, twoDigitYearPivot: 50 };
/** So much of a text has to be the value, for the text to be of its form. */
const MOST_OF_IT = 0.8;
const PERCENTAGE = /^\d{1,3}(?:[.,]\d{1,3})?\s?%$/;
/** `62 m²`, `612 kWh`, `30 years`. */
const QUANTITY = /^\d[\d.,' ]*\s?\p{L}{1,12}[²³.]?$/u;
/** `Yes`, `oui`, `ja`; `None` may be the answer to another question. */
const LONGEST_ANSWER = 3;
/** Between and before the two dates of a period stand few letters: `Del … al …`. */
const LETTERS_OF_PERIOD = 10;

/** The form of a printed value. */
export function formOfValue(text: string): ValueForm {
  const value = text.trim();
  const isAll = (raw: string | undefined): boolean =>
    raw !== undefined && raw.trim().length >= MOST_OF_IT * value.length;
  const dates = parseDates(value, READING);
  if (isAll(dates[0]?.raw)) return 'date';
  const aroundDates = dates.reduce((rest, { raw }) => rest.replace(raw, ' '), value);
  if (dates.length === 2 && lettersOf(aroundDates) <= LETTERS_OF_PERIOD) return 'period';
  if (PERCENTAGE.test(value)) return 'percentage';
  const number = formOfNumber(value);
  if (number) return number;
  if (!/\d/.test(value)) return isYesOrNo(value) ? 'boolean' : isCountry(value) ? 'country' : 'words';
  return lettersOf(value) === 0 ? 'figures' : 'mixed';
}

/** A number alone, with its currency, or with a unit. */
function formOfNumber(value: string): ValueForm | undefined {
  const [amount] = parseAmounts(value);
  if (amount) {
    const rest = value.replace(amount.raw, ' ').replace(/^\W+/, '').trim();
    const currency = rest !== '' && currencyCode(rest) !== null;
    if (currency || (amount.hasDecimals && !/[\p{L}\d]/u.test(rest))) return 'amount';
    if (!/[\p{L}\d]/u.test(rest)) return findCurrencies(value).length > 0 ? 'amount' : 'figures';
  }
  return QUANTITY.test(value) ? 'quantity' : undefined;
}

/** `Jordan` is a country, and what somebody is called who has another name. */
const isCountry = (value: string): boolean =>
  value.length > 3 &&
  countryCode(value) !== null &&
  (!value.includes(' ') || countryCode(value.split(' ')[0]!) === null);

const isYesOrNo = (value: string): boolean => value.length <= LONGEST_ANSWER && booleanOf(value) !== null;

/** The type hint of a field of which only a value is known. */
export function hintOfForm(form: ValueForm): string {
  if (form === 'date' || form === 'period') return 'date YYYY-MM-DD';
  if (form === 'percentage') return 'number';
  return form === 'amount' || form === 'country' || form === 'boolean' ? form : 'string';
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
    case 'percentage':
      return OF_NUMBERS.includes(shape);
    case 'quantity':
      return !WITH_LETTERS.includes(shape);
    case 'words':
    case 'country':
    case 'boolean':
      return !WITH_FIGURES.includes(shape);
    case 'figures':
      return !WITH_LETTERS.includes(shape);
    default:
      return !OF_DATES.includes(shape) && !OF_NUMBERS.includes(shape);
  }
}
