import type { EngineDocumentType } from '../../src/engines/documents/documentEngine.js';
import { chooseCandidates } from '../../src/engines/documents/extract/chooseCandidates.js';
import { confidenceSignals } from '../../src/engines/documents/extract/confidence.js';
import type { ConfidenceGroup } from '../../src/engines/documents/extract/confidenceModel.js';
import { countryCode } from '../../src/engines/documents/extract/values/country.js';
import type { FieldValue } from '../../src/domain/documents/fieldReadings.js';
import type { MrzFieldName } from '../../src/engines/documents/mrz/mrzReading.js';
import { fieldText } from '../../src/engines/documents/text/fieldText.js';
import { compactText } from '../../src/engines/documents/text/fold.js';
import type { Sample } from './logistic.js';
import type { ReadFile } from './readFolder.js';
import { isRight, RECEIPT_SCHEMA, type ReceiptField, type ReceiptTruth } from './receipts.js';

/** A sample and the group of fields it belongs to. */
export interface FieldSample extends Sample {
  group: ConfidenceGroup;
}

const NO_READINGS = { mrz: [], barcodes: [] };
/** What a zone and print both state. */
const ZONE_FIELDS: MrzFieldName[] = [
  ...(['surname', 'given_names', 'document_number', 'nationality', 'issuing_country'] as const),
  ...(['birth_date', 'sex', 'expiry_date', 'personal_number'] as const),
];

/** What print says of receipts against their ground truth. */
export function receiptSamples(
  files: readonly ReadFile[],
  truths: ReadonlyMap<string, ReceiptTruth>,
  receipt: EngineDocumentType,
  today: string,
): FieldSample[] {
  const bare = { output_schema: { ...RECEIPT_SCHEMA }, prompt_hint: '' };
  return files.flatMap(({ name, pages }) =>
    [bare, receipt].flatMap((type) => {
      const { plans, candidates } = chooseCandidates({ pages }, type, NO_READINGS, today);
      return (Object.keys(RECEIPT_SCHEMA) as ReceiptField[]).flatMap((field): FieldSample[] => {
        const plan = plans.find((of) => of.name === field);
        const found = candidates.get(field) ?? [];
        const truth = truths.get(name)?.[field];
        if (!plan || !found[0] || !truth) return [];
        return [{ document: name, ...confidenceSignals(plan, found), right: isRight(field, truth, found[0].value) }];
      });
    }),
  );
}

/** What print says of documents against their machine-readable zone, where all its check digits hold. */
export function zoneSamples(
  files: readonly ReadFile[],
  types: readonly EngineDocumentType[],
  today: string,
): FieldSample[] {
  return files.flatMap(({ name: document, pages, readings }) => {
    const zone = readings.mrz.find(({ valid }) => valid);
    if (!zone) return [];
    return types.flatMap((type) => {
      const { plans, candidates } = chooseCandidates({ pages }, type, NO_READINGS, today);
      return ZONE_FIELDS.flatMap((field): FieldSample[] => {
        const plan = plans.find(({ name }) => name === field);
        const found = candidates.get(field) ?? [];
        const truth = zone.fields[field]?.value;
        if (!plan || !found[0] || !truth) return [];
        return [{ document, ...confidenceSignals(plan, found), right: isSame(truth, found[0].value) }];
      });
    });
  });
}

function isSame(zone: string, printed: FieldValue): boolean {
  const text = fieldText(printed);
  return compactText(zone) === compactText(text) || (countryCode(zone) !== null && countryCode(zone) === text);
}
