import type { FieldValue } from '../../../../../src/domain/documents/fieldReadings.js';
import type { PageOfWords } from '../../../../../specimens/pages/index.js';
import type { EngineDocumentType } from '../../../../../src/engines/documents/documentEngine.js';
import { extractFields } from '../../../../../src/engines/documents/extract/extractFields.js';
import { NO_READINGS, TODAY } from './printedPage.js';

/** What is printed of one field on a page, and what was read of it. */
export interface PrintedField {
  field: string;
  printed: string | number | boolean;
  read: FieldValue;
  right: boolean;
}

/** Reads a rendered page as its type: every field that is printed on it. */
export function readPrinted({ pages, fields }: PageOfWords, type: EngineDocumentType): PrintedField[] {
  const { extracted } = extractFields({ pages }, type, NO_READINGS, { today: TODAY });
  return Object.entries(fields).map(([field, printed]) => {
    const read = extracted[field] ?? null;
    return { field, printed, read, right: isSame(printed, read) };
  });
}

/** Texts are the same when they have the same letters and digits; breaks of lines, stops and capitals do not count. */
const isSame = (printed: string | number | boolean, read: FieldValue): boolean =>
  typeof printed === 'string' && typeof read === 'string' ? folded(printed) === folded(read) : printed === read;

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
