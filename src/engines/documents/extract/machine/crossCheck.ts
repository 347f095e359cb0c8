import { distance } from 'fastest-levenshtein';
import { compactText } from '../../text/fold.js';
import { fieldText } from '../../text/fieldText.js';
import { asPassportsWrite, spellingKey, toLatin } from '../../text/latinLetters.js';
import { findPhrase, searchablePhrase } from '../../text/phraseSearch.js';
import type { Candidate } from '../candidate.js';
import type { FieldCrossCheck } from '../extraction.js';
import { boxOf, type Segment } from '../layout.js';
import type { FieldPlan } from '../fieldPlan.js';
import type { Box } from '../../reading/page.js';
import { parseDates, type DateReading } from '../values/date.js';
import { asDigits } from '../values/digits.js';
import type { MachineValue } from './machineValue.js';

/** Readers misread a letter in ten; more differences than that make another value. */
const SAME_VALUE_SIMILARITY = 0.85;
/** Print that was found with less than this says nothing against a machine value. */
const SURE_ENOUGH_TO_DIFFER = 0.6;
/** A letter that is not of the Latin script. */
const OTHER_SCRIPT = /[^\P{L}\p{Script=Latin}]/u;

/** What the visual zone says to a machine value. */
export interface VisualZone {
  outcome: FieldCrossCheck['outcome'];
  /** The spelling of the print, with accents and small letters, where it is the same name. */
  printed: string | null;
  /** What is printed instead, where it differs. */
  differing?: Candidate;
}

/**
 * Compares what a machine-readable zone or barcode says with what is printed for people.
 *
 * @param candidates what was found in print for the field, best first
 * @param segments all text of the document
 */
export function compareWithPrint(
  plan: FieldPlan,
  machine: MachineValue,
  candidates: readonly Candidate[],
  segments: readonly Segment[],
  dates: DateReading,
): VisualZone {
  const value = fieldText(machine.value);
  const printed = segments.filter((segment) => !isInside(segment, machine));
  const [best] = candidates.filter(({ spans }) => spans.every(({ segment }) => printed.includes(segment)));
  const same = best !== undefined && isSame(plan, fieldText(best.value), value);
  const spelling =
    best !== undefined && isName(plan) ? spellingOf(fieldText(best.value), value, machine.mayGoOn) : null;
  if (same || spelling !== null || isPrintedSomewhere(value, plan, printed, dates)) {
    return { outcome: 'agrees', printed: spelling };
  }
  const comparable = value.length > 2 || (best && fieldText(best.value).length === value.length);
  const differs = comparable && best !== undefined && best.label >= 0.9 && best.score >= SURE_ENOUGH_TO_DIFFER;
  return differs ? { outcome: 'differs', printed: null, differing: best } : { outcome: 'not_found', printed: null };
}

const isName = (plan: FieldPlan): boolean => plan.shape === 'person';

/** The printed name, when it is letter by letter the machine's, or begins with it where the zone had no more room. */
function spellingOf(printed: string, machine: string, mayGoOn = false): string | null {
  const wanted = compactText(machine);
  const forms = inZoneLetters(printed);
  const isSpelling = (form: string): boolean =>
    form === wanted ||
    (mayGoOn && form.startsWith(wanted)) ||
    // States write letters of other scripts in their own ways: `Юлия` is `IULIIA` and `YULIYA`.
    (OTHER_SCRIPT.test(printed) && spellingKey(form) === spellingKey(wanted));
  return forms.some(isSpelling) ? printed : null;
}

/** Names may be misread in a letter; a date or a number that differs in one is another. */
function isSame(plan: FieldPlan, printed: string, machine: string): boolean {
  if (plan.hint.kind === 'date') return printed === machine;
  const wanted = lookalikesFolded(machine);
  if (!isName(plan)) return lookalikesFolded(printed) === wanted;
  return inZoneLetters(printed).some((letters) => {
    const form = lookalikesFolded(letters);
    return form !== '' && 1 - distance(form, wanted) / Math.max(form.length, wanted.length) >= SAME_VALUE_SIMILARITY;
  });
}

/** Folded, and every letter that looks like a digit as that digit, so that a misreading is no difference. */
const lookalikesFolded = (text: string): string => asDigits(compactText(text).toUpperCase());

/** A name in the letters of a zone: as ICAO Doc 9303-3, section 6 writes it, else as its letters sound. */
const inZoneLetters = (name: string): string[] => [asPassportsWrite(name), toLatin(name)].map(compactText);

function isPrintedSomewhere(value: string, plan: FieldPlan, segments: readonly Segment[], dates: DateReading): boolean {
  if (plan.hint.kind === 'date') {
    return segments.some(({ text }) => parseDates(text, dates).some(({ iso }) => iso === value));
  }
  // Print breaks names over lines and puts them in another order.
  const parts = isName(plan) ? value.split(' ') : [value];
  if (Math.max(...parts.map((part) => part.length)) < 3) return false;
  return parts.every((part) => {
    const phrase = searchablePhrase(part);
    return segments.some((segment) => findPhrase(phrase, segment.search) !== null);
  });
}

/** Whether a segment is part of the zone itself. */
function isInside(segment: Segment, { page, box, source }: MachineValue): boolean {
  if (segment.page !== page || source === 'barcode') return false;
  if (/<{2,}/.test(segment.text)) return true;
  const [, top, , height] = boxOf(segment);
  const [, zoneTop, , zoneHeight]: Box = box;
  const middle = top + height / 2;
  return middle > zoneTop - zoneHeight / 4 && middle < zoneTop + zoneHeight * 1.25;
}
