import { alternativesOf } from '../agents/index.js';
import { valueOfMeaning } from '../documents/index.js';
import { type CaseReason, reason } from './caseReasons.js';
import type { JudgedDocument } from './judgedDocument.js';
import type { ReasonWords } from './wording/index.js';

/**
 * Documents of which one would do are of one person: where several are there and name different days of birth, somebody is not who the
 * last of them says. Names are not compared, which issuers spell in their own ways.
 */
export const holderReasons = (
  required: readonly string[],
  usable: readonly JudgedDocument[],
  say: ReasonWords,
): CaseReason[] =>
  required.flatMap((entry) => {
    const types = alternativesOf(entry);
    const born = usable.flatMap(({ document_type, extracted }) => {
      const stated = types.includes(document_type) ? valueOfMeaning(extracted, 'birth_date') : undefined;
      return typeof stated?.value === 'string' ? [{ document_type, field: stated.field, day: stated.value }] : [];
    });
    const named = [...new Set(born.map(({ document_type }) => document_type))];
    // Of documents of one type that is told already.
    if (named.length < 2 || new Set(born.map(({ day }) => day)).size < 2) return [];
    return [reason('identity_differs', say.crossMatchMismatch(born[0]!.field, named), null, born[0]!.field)];
  });
