import {
  checkOf,
  type DocumentCheck,
  fieldKind,
  fieldMeaning,
  type FieldValue,
  type PipelineResult,
} from '../../../domain/documents/index.js';
import { compareValues, textOf } from '../../crossMatch/compareValues.js';
import { compactText } from '../text/fold.js';
import { fieldText } from '../text/fieldText.js';
import type { FoundPrint } from './findOnPage.js';

/** A value that a language model pointed at. */
export interface SecondValue extends FoundPrint {
  value: FieldValue;
}

/** What a language model said of the fields that it was asked for. */
export interface SecondReading {
  /** What it said that stands on the page. */
  values: { [field: string]: SecondValue };
  /** Fields of which it said what does not stand there. */
  invented: readonly string[];
}

/** A result that two readers made, and what each field of the second one came to. */
export interface JoinedReadings {
  result: PipelineResult;
  /** Fields that both read alike. */
  agreed: string[];
  /** Fields that they read differently: the engine's value stays. */
  differing: string[];
  /** Fields that the model alone read. */
  added: string[];
}

/** Confidence of what two readers that know nothing of one another say alike, at least. It was not measured. */
export const OF_BOTH = 0.95;

/** Confidence of what the model alone read. It was not measured. */
export const OF_ONE = 0.5;

/**
 * Joins what a language model read to what the engine did. What both say is sure; what they say differently keeps the engine's value and is a strong check with both; what the model
 * alone found is taken, as long as it stands on the page, and said to be so.
 */
export function joinReadings(before: PipelineResult, { values, invented }: SecondReading): JoinedReadings {
  const result: PipelineResult = {
    ...before,
    extracted: { ...before.extracted },
    confidences: { ...before.confidences },
    coordinates: { ...before.coordinates },
    raw: { ...before.raw },
    sources: { ...before.sources },
  };
  const joined: JoinedReadings = { result, agreed: [], differing: [], added: [] };
  const checks: DocumentCheck[] = [];
  for (const [field, { value, raw, coordinates, source }] of Object.entries(values)) {
    const { page, box } = coordinates;
    const known = before.extracted[field] ?? null;
    if (known === null || known === '') {
      joined.added.push(field);
      result.extracted[field] = value;
      result.confidences[field] = OF_ONE;
      result.coordinates[field] = coordinates;
      result.raw[field] = raw;
      result.sources[field] = source;
      checks.push(checkOf('model_alone', 'failed', `The language model alone found ${field}.`, { field, page, box }));
    } else if (isAlike(known, value)) {
      joined.agreed.push(field);
      result.confidences[field] = Math.max(before.confidences[field] ?? 0, OF_BOTH);
    } else if (areDifferent(field, known, value)) {
      joined.differing.push(field);
      const said = [fieldText(known), fieldText(value)];
      checks.push(checkOf('model_differs', 'failed', `The language model reads ${field} differently.`, { field, page, box, values: said })); // prettier-ignore
    }
  }
  for (const field of invented) {
    const detail = `The language model named a value of ${field} that does not stand on the page; it was not taken.`;
    checks.push(checkOf('model_not_on_page', 'failed', detail, { field }));
  }
  if (joined.differing.length === 0) {
    checks.push(checkOf('model_differs', 'passed', 'The language model reads no value differently.'));
  }
  result.checks = withChecks(before.checks ?? [], checks);
  return joined;
}

/** But for case, accents, spaces and signs; a point or comma within a number is part of it. */
export const isAlike = (one: FieldValue, other: FieldValue): boolean => letters(one) === letters(other);

const letters = (value: FieldValue): string => compactText(fieldText(value).replace(/(?<=\d)[.,](?=\d)/g, 'p'));

/** A space or a letter more or less in a name is no other name; another number is. */
const areDifferent = (field: string, one: FieldValue, other: FieldValue): boolean =>
  typeof one === 'number' || !compareValues(fieldKind(field), fieldMeaning(field), textOf(one), textOf(other)).agreed;

/** Checks with new ones in the place of those of their codes. */
export function withChecks(before: readonly DocumentCheck[], made: readonly DocumentCheck[]): DocumentCheck[] {
  const codes = [...new Set(before.map(({ code }) => code))];
  return codes.flatMap((code) => {
    const ofCode = made.filter((check) => check.code === code);
    return ofCode.length > 0 ? ofCode : before.filter((check) => check.code === code);
  });
}
