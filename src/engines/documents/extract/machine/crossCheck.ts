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

/** The print that a machine value is held against. */
export interface Print {
  /** What was found for the field, best first. */
  candidates: readonly Candidate[];
  /** All text of the document. */
  segments: readonly Segment[];
  dates: DateReading;
  /** Dates that are printed for other fields: that a label seems to announce one of them is no contradiction. */
  otherDates: ReadonlySet<string>;
}

/**
 * Compares what a machine-readable zone or barcode says with what is printed for people. What a label announces counts: a value that the zone
 * states too, and that stands somewhere else on the page, does not make up for another one behind the label. Of dates every one counts that
 * a label announces, so that a second page, or a second document in the file, is not overlooked.
 */
export function compareWithPrint(plan: FieldPlan, machine: MachineValue, print: Print): VisualZone {
  const value = fieldText(machine.value);
  const printed = print.segments.filter((segment) => !isInside(segment, machine));
  const found = print.candidates.filter(({ spans }) => spans.every(({ segment }) => printed.includes(segment)));
  const other = found.find((candidate) => announcesAnother(plan, value, candidate, print.otherDates));
  if (other) return { outcome: 'differs', printed: null, differing: other };
  const [best] = found;
  const same = best !== undefined && isSame(plan, fieldText(best.value), value);
  const spelling =
    best !== undefined && isName(plan) ? spellingOf(fieldText(best.value), value, machine.mayGoOn) : null;
  if (same || spelling !== null || isPrintedSomewhere(value, plan, printed, print.dates)) {
    return { outcome: 'agrees', printed: spelling };
  }
  const comparable = value.length > 2 || (best && fieldText(best.value).length === value.length);
  const differs = comparable && best !== undefined && isSure(best);
  return differs ? { outcome: 'differs', printed: null, differing: best } : { outcome: 'not_found', printed: null };
}

const isSure = ({ label, score }: Candidate): boolean => label >= 0.9 && score >= SURE_ENOUGH_TO_DIFFER;

/** Whether a label surely announces a date, or a number of the same form, that is not the machine's. */
function announcesAnother(
  plan: FieldPlan,
  machine: string,
  candidate: Candidate,
  otherDates: ReadonlySet<string>,
): boolean {
  const printed = fieldText(candidate.value);
  if (!isSure(candidate) || isName(plan) || isSame(plan, printed, machine)) return false;
  if (plan.hint.kind === 'date')
    return WHOLE_DATE.test(machine) && WHOLE_DATE.test(printed) && !otherDates.has(printed);
  return NUMBER.test(machine) && formOf(printed) === formOf(machine);
}

const WHOLE_DATE = /^\d{4}-\d{2}-\d{2}$/;
/** Letters and digits, most of them digits, as documents are numbered. */
const NUMBER = /^(?=(?:.*\d){4})[A-Z0-9]{6,}$/;

/** Which places of a number are letters, and which digits. */
const formOf = (text: string): string => text.replace(/\d/g, '0').replace(/\p{L}/gu, 'A');

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
