import type { Coordinates } from '../../../../domain/documents/index.js';
import { fieldText } from '../../text/fieldText.js';
import { type Candidate, placeOf } from '../candidate.js';
import { AGREEING_SOURCES, DIFFERING_SOURCES } from '../confidence.js';
import type { Extraction, MachineReadings } from '../extraction.js';
import { asPassportsWrite, toLatin } from '../../text/latinLetters.js';
import type { FieldPlan } from '../fieldPlan.js';
import type { Layout } from '../layout.js';
import { datesOf, type ReadingContext } from '../readingContext.js';
import { barcodeValues } from './barcodeValues.js';
import { compareWithPrint, type VisualZone } from './crossCheck.js';
import type { MachineValue } from './machineValue.js';
import { mrzValues } from './mrzValues.js';

/** What machine values are weighed against. */
export interface PrintedDocument {
  plans: readonly FieldPlan[];
  readings: MachineReadings;
  layout: Layout;
  context: ReadingContext;
  /** What was found in print, by field, best first. */
  candidates: ReadonlyMap<string, readonly Candidate[]>;
}

/**
 * Puts what machine-readable zones and barcodes say in place of what was found in print, and notes whether both agree.
 * A value that no check digit vouches for gives way to print that was read more surely.
 */
export function applyMachineValues(extraction: Extraction, document: PrintedDocument): void {
  const { plans, readings, layout, context } = document;
  const values = new Map([...mrzValues(readings.mrz, plans), ...barcodeValues(readings.barcodes, plans)]);
  for (const plan of plans) {
    const machine = values.get(plan.name);
    if (!machine) continue;
    const candidates = document.candidates.get(plan.name) ?? [];
    const otherDates = datesOfOthers(plan, document, values);
    const dates = datesOf(plan, context);
    const print = compareWithPrint(plan, machine, { candidates, segments: layout.segments, dates, otherDates });
    extraction.cross_checks.push({
      ...{ field: plan.name, source: machine.source, outcome: print.outcome },
      ...(print.differing && {
        values: [fieldText(machine.value), fieldText(print.differing.value)],
        printed_at: placeOn(print.differing),
      }),
    });
    if (outranksPrint(machine, print, extraction.confidences[plan.name] ?? 0)) put(extraction, plan, machine, print);
  }
  spellFullName(extraction, plans);
}

/** A full name out of a zone is spelt as its parts are, where print spells these better than a zone can. */
function spellFullName({ extracted, sources }: Extraction, plans: readonly FieldPlan[]): void {
  const nameOf = (concept: string): string | undefined => plans.find((plan) => plan.concept === concept)?.name;
  const [whole, given, surname] = [nameOf('full_name'), nameOf('given_names'), nameOf('surname')];
  if (whole === undefined || surname === undefined || given === undefined || sources[whole] !== 'mrz') return;
  const parts = [given, surname].map((name) => (sources[name] === 'mrz' ? extracted[name] : null));
  const spelt = parts.filter((part) => typeof part === 'string').join(' ');
  // Only another spelling of it: a zone that states less, or print in another order, is left as it is.
  const said = extracted[whole];
  if (typeof said !== 'string') return;
  const forms = [asPassportsWrite(spelt), toLatin(spelt)];
  if (forms.includes(said.toLowerCase())) extracted[whole] = spelt;
}

/** The dates of other fields: those that the machine states, and those that their labels announce. */
function datesOfOthers(
  plan: FieldPlan,
  { plans, candidates }: Pick<PrintedDocument, 'plans' | 'candidates'>,
  values: ReadonlyMap<string, MachineValue>,
): ReadonlySet<string> {
  const others = plans.filter((other) => other !== plan && other.hint.kind === 'date');
  return new Set(
    others.flatMap(({ name }) => {
      const [machine, printed] = [values.get(name), candidates.get(name)?.[0]];
      return [machine, printed].flatMap((one) => (one ? fieldText(one.value) : []));
    }),
  );
}

/** Where a printed value stands. */
function placeOn({ spans }: Candidate): Coordinates | undefined {
  const place = placeOf(spans);
  return place ? { page: place.page, box: place.box } : undefined;
}

const outranksPrint = (machine: MachineValue, print: VisualZone, printConfidence: number): boolean =>
  machine.vouchedFor || print.outcome === 'agrees' || machine.confidence >= printConfidence;

function put(extraction: Extraction, plan: FieldPlan, machine: MachineValue, print: VisualZone): void {
  // The zone knows neither accents nor small letters: where print is the same name, its spelling is the better one.
  extraction.extracted[plan.name] = print.printed ?? machine.value;
  extraction.confidences[plan.name] = machineConfidence(machine, print);
  extraction.raw[plan.name] = machine.raw;
  extraction.coordinates[plan.name] = { page: machine.page, box: machine.box };
  extraction.sources[plan.name] = machine.source;
}

function machineConfidence({ confidence, vouchedFor }: MachineValue, { outcome }: VisualZone): number {
  if (outcome === 'agrees') return Math.max(confidence, AGREEING_SOURCES);
  return outcome === 'differs' && !vouchedFor ? Math.min(confidence, DIFFERING_SOURCES) : confidence;
}
