import type { EngineDocumentType } from '../../src/engines/documents/documentEngine.js';
import type { Candidate } from '../../src/engines/documents/extract/candidate.js';
import { chooseCandidates } from '../../src/engines/documents/extract/chooseCandidates.js';
import { confidenceOf, confidenceSignals } from '../../src/engines/documents/extract/confidence.js';
import type { ConfidenceGroup } from '../../src/engines/documents/extract/confidenceModel.js';
import type { FieldPlan } from '../../src/engines/documents/extract/fieldPlan.js';
import { countryCode } from '../../src/engines/documents/extract/values/country.js';
import type { FieldValue } from '../../src/domain/documents/fieldReadings.js';
import type { MrzFieldName, MrzReading } from '../../src/engines/documents/mrz/mrzReading.js';
import { fieldText } from '../../src/engines/documents/text/fieldText.js';
import { compactText } from '../../src/engines/documents/text/fold.js';
import type { AnswerOfFile } from './part.js';
import type { ReadFile } from './readFolder.js';
import type { Judgement } from './reliability.js';
import { isRight, RECEIPT_SCHEMA, type ReceiptField, type ReceiptTruth } from './receipts.js';

/** A value that print states, with what is known of it, how sure it is said to be, and whether it is right. */
export interface FieldSample extends AnswerOfFile, Judgement {
  /** What kind of document it is on: `receipt`, or the type that its zone says. */
  kind: string;
  /** What the field's values look like, as `FieldShape` has it. */
  shape: string;
  group: ConfidenceGroup;
  signals: readonly number[];
}

const NO_READINGS = { mrz: [], barcodes: [] };
/** What a zone and print both state. */
const ZONE_FIELDS: MrzFieldName[] = [
  ...(['surname', 'given_names', 'document_number', 'nationality', 'issuing_country'] as const),
  ...(['birth_date', 'sex', 'expiry_date', 'personal_number'] as const),
];

/** What print says of receipts against their ground truth, each field of each receipt once. */
export function receiptSamples(
  files: readonly ReadFile[],
  truths: ReadonlyMap<string, ReceiptTruth>,
  today: string,
): FieldSample[] {
  const type = { output_schema: { ...RECEIPT_SCHEMA }, prompt_hint: '' };
  return files.flatMap((file) => {
    const { plans, candidates } = chooseCandidates(file, type, NO_READINGS, today);
    return (Object.keys(RECEIPT_SCHEMA) as ReceiptField[]).flatMap((field) => {
      const truth = truths.get(file.name)?.[field];
      const judge = (value: FieldValue): boolean => isRight(field, truth ?? '', value);
      return truth ? sampleOf(file, 'receipt', planOf(plans, field), candidates.get(field), judge) : [];
    });
  });
}

/** What print says of documents against their machine-readable zone, where all its check digits hold; each field once. */
export function zoneSamples(
  files: readonly ReadFile[],
  types: readonly EngineDocumentType[],
  today: string,
): FieldSample[] {
  return files.flatMap((file) => {
    const zone = file.readings.mrz.find(({ valid }) => valid);
    const type = types.find(({ context_id }) => zone && context_id === typeOfZone(zone));
    if (!zone || !type) return [];
    const { plans, candidates } = chooseCandidates(file, type, NO_READINGS, today);
    return ZONE_FIELDS.flatMap((field) => {
      const truth = zone.fields[field]?.value;
      const judge = (value: FieldValue): boolean => isSame(truth ?? '', value);
      return truth ? sampleOf(file, type.context_id, planOf(plans, field), candidates.get(field), judge) : [];
    });
  });
}

function sampleOf(
  { name: file, heldOut }: ReadFile,
  kind: string,
  plan: FieldPlan | undefined,
  found: readonly Candidate[] = [],
  judge: (value: FieldValue) => boolean,
): FieldSample[] {
  if (!plan || !found[0]) return [];
  const { group, values: signals } = confidenceSignals(plan, found);
  const [confidence, right] = [confidenceOf(plan, found), judge(found[0].value)];
  return [{ file, heldOut, kind, shape: plan.shape, group, signals, confidence, right }];
}

const planOf = (plans: readonly FieldPlan[], field: string): FieldPlan | undefined =>
  plans.find(({ name }) => name === field);

/** The shipped type that a document with such a zone is of. */
const typeOfZone = ({ format }: MrzReading): string =>
  format === 'TD3' ? 'passport' : format.startsWith('MRV') ? 'visa' : 'identity_card';

function isSame(zone: string, printed: FieldValue): boolean {
  const text = fieldText(printed);
  return compactText(zone) === compactText(text) || (countryCode(zone) !== null && countryCode(zone) === text);
}
