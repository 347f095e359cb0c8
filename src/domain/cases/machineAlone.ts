import { type FieldSource, isOfMachine, isOfPrint } from '../documents/index.js';
import type { JudgedDocument } from './judgedDocument.js';

/** Checks that fail where what a zone or a barcode says is not printed beside it. */
const ALONE: readonly string[] = ['mrz_not_found_in_print', 'barcode_not_found_in_print'];

/** Whether two documents of one type can be two sides of one: what one states from its zone or barcode, the other has in print. */
export const isMachineBesidePrint = (one: FieldSource | undefined, other: FieldSource | undefined): boolean =>
  (isOfMachine(one) && isOfPrint(other)) || (isOfPrint(one) && isOfMachine(other));

/**
 * Documents with the weight that it has where of one only the zone or the barcode is there: strong, unless another of its type has in print
 * what is stated, as the front of a card has. A strip with a zone is easily typed, and cut off from print that contradicts it.
 */
export const withMachineAlone = <Document extends JudgedDocument>(documents: readonly Document[]): Document[] =>
  documents.map((document) => {
    if (!document.checks.some(isAlone) || documents.some((other) => printsWhat(document, other))) return document;
    const checks = document.checks.map((check) => (isAlone(check) ? { ...check, weight: 'strong' as const } : check));
    return { ...document, checks };
  });

const isAlone = ({ code, status }: JudgedDocument['checks'][number]): boolean =>
  status === 'failed' && ALONE.includes(code);

/** Whether another document of the type states in print a field that this one has from a machine. */
const printsWhat = (document: JudgedDocument, other: JudgedDocument): boolean =>
  other !== document &&
  other.document_type === document.document_type &&
  Object.entries(document.sources).some(([field, source]) => isMachineBesidePrint(source, other.sources[field]));
