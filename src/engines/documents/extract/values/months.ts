import { distance } from 'fastest-levenshtein';
import { foldText } from '../../text/fold.js';

/** Languages that documents are commonly printed in; their names of months are those of Unicode's CLDR, which `Intl` carries. */
const LANGUAGES = 'en fr de de-AT es it pt nl pl ro sv fi cs tr ms id ru el'.split(' ');

/** As months stand in a date and alone, which many languages tell apart by their endings. */
const FORMS: readonly Intl.DateTimeFormatOptions[] = [
  { month: 'long', day: 'numeric' },
  { month: 'short', day: 'numeric' },
  { month: 'long' },
];

/** Spellings that are printed and not in CLDR: Austrian short, German without umlaut, Romanian short. */
const ALSO_PRINTED: readonly (readonly [name: string, month: number])[] = [
  ['feber', 2],
  ['maerz', 3],
  ['noi', 11],
];

/** Folded name to month number. A name that means different months in two languages keeps the first. */
function readMonthNumbers(): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>(ALSO_PRINTED);
  for (const language of LANGUAGES) {
    for (const form of FORMS) {
      const format = new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC', calendar: 'gregory' });
      for (let month = 1; month <= 12; month++) {
        const parts = format.formatToParts(Date.UTC(2020, month - 1, 15));
        const folded = foldText(parts.find(({ type }) => type === 'month')?.value ?? '');
        if (/^\p{L}/u.test(folded) && !numbers.has(folded)) numbers.set(folded, month);
      }
    }
  }
  return numbers;
}

/** Read with the first date: a twentieth of what loading the service takes, of which many processes read none. */
let monthNumbers: ReadonlyMap<string, number> | undefined;

/** From this length on one letter of a month's name may be misread. */
const LENGTH_THAT_FORGIVES = 5;

/** The number of a month by its name or abbreviation in any of the languages, or `null`. */
export function monthNumber(name: string): number | null {
  const folded = foldText(name);
  monthNumbers ??= readMonthNumbers();
  const exact = monthNumbers.get(folded);
  if (exact) return exact;
  if (folded.length < LENGTH_THAT_FORGIVES) return null;
  for (const [known, month] of monthNumbers) {
    if (known.length >= LENGTH_THAT_FORGIVES && distance(known, folded) === 1) return month;
  }
  return null;
}
