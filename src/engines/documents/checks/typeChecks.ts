import { checkOf, type DocumentCheck, UNKNOWN_TYPE } from '../../../domain/documents/index.js';

/** The type that a document was asked to be, and the one that it was found to be. */
export interface TypeAsked {
  asked: string;
  /** `unknown` where it fits none. */
  found: string;
  /** 0 to 1: how sure `found` is. */
  confidence: number;
}

/** From here on the document is said to be another one; a guess below it is worth a look. */
const SURE = 0.6;

/** Whether a document is of the type that it was asked to be; where it is not, `values` are that type and the one that it looks like. */
export function typeChecks(asked: TypeAsked | undefined): DocumentCheck[] {
  if (!asked) return [];
  const { found, confidence } = asked;
  if (found === asked.asked) {
    return [checkOf('type_mismatch', 'passed', `The document looks like the type ${found}, as asked.`)];
  }
  if (found === UNKNOWN_TYPE) {
    const detail = `The document was asked to be of the type ${asked.asked}, and fits none of the known types.`;
    return [checkOf('type_mismatch', 'warned', detail, { values: [asked.asked] })];
  }
  const detail = `The document was asked to be of the type ${asked.asked}, and looks like the type ${found}.`;
  const status = confidence >= SURE ? 'failed' : 'warned';
  return [checkOf('type_mismatch', status, detail, { values: [asked.asked, found] })];
}
