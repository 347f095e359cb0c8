import { actionFor, type CheckPolicy, type CheckWeight, SEEN_WEIGHTS, type SeenCode } from '../documents/index.js';
import { type CaseReason, EFFECT_OF_ACTION, reason } from './caseReasons.js';
import type { JudgedDocument } from './judgedDocument.js';
import { type ReasonWords, wordingOf } from './wording/index.js';

/** What of a document was seen before in the tenant. */
export interface SeenBefore {
  code: SeenCode;
  doc_id: string;
  /** What it was known again by. */
  by: 'file' | 'document' | 'document_number' | 'person';
  /** Other cases, by their `session_id`s, the newest first; empty for an entry of the blocklist. */
  cases: readonly string[];
  /** Whether it was another person's in one of them. */
  of_another: boolean;
  /** Entries of the blocklist. */
  entries: readonly string[];
}

/**
 * Reasons for what was seen before, one for each code and document: the newest case first. A document that was another person's in another
 * case is strong; as any strong one it is named also where the policy ignores it.
 */
export function seenReasons(
  seen: readonly SeenBefore[],
  documents: readonly Pick<JudgedDocument, 'doc_id' | 'document_type'>[],
  policy: CheckPolicy,
  say: ReasonWords = wordingOf('en').reason,
): CaseReason[] {
  return seen.flatMap(({ code, doc_id, by, cases, of_another, entries }): CaseReason[] => {
    const document = documents.find((one) => one.doc_id === doc_id);
    if (!document) return [];
    const weight = weightOf({ code, of_another });
    const action = actionFor(policy, { code, weight });
    if (action === 'ignore' && weight !== 'strong') return [];
    const detail = of_another ? `${DETAILS[code](say, by)} ${say.ofAnother}` : DETAILS[code](say, by);
    return [
      {
        ...reason(code, detail, document.document_type),
        ...{ effect: EFFECT_OF_ACTION[action], doc_id },
        ...(cases.length > 0 && { seen_in: [...cases] }),
        ...(entries.length > 0 && { blocklist_entries: [...entries] }),
      },
    ];
  });
}

const weightOf = ({ code, of_another }: Pick<SeenBefore, 'code' | 'of_another'>): CheckWeight =>
  of_another ? 'strong' : SEEN_WEIGHTS[code];

/** Whether it says so much that it is never left out. */
export const isStrong = (seen: SeenBefore): boolean => weightOf(seen) === 'strong';

const DETAILS: Readonly<Record<SeenCode, (say: ReasonWords, by: SeenBefore['by']) => string>> = {
  blocklisted: (say, by) => (by === 'person' ? say.blocklistedPerson : say.blocklistedNumber),
  duplicate_document: (say, by) => (by === 'file' ? say.sameFile : say.sameDocument),
  duplicate_person: (say) => say.samePerson,
};
