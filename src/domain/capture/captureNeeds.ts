import {
  type CaseAgent,
  type CaseDocument,
  comparableDocuments,
  type DocumentRequests,
  isCalledSelfie,
  type JudgedDocument,
  type Language,
  requestWords,
  selfiesAmong,
  sideShown,
  sideWanted,
  type Side,
  speaking,
  typeNameOf,
} from '../cases/index.js';
import { type PictureHere, picturesHere } from './captureAdvice.js';

/** One thing that a customer is to hand in: a document, of one of several types where there are several, or a picture of their face. */
export interface CaptureNeed {
  kind: 'document' | 'selfie';
  /** Empty for a selfie. `side`: which side of it is wanted next, where both are; null where it has no sides. */
  choices: { document_type: string; name: string; side: Side | null }[];
  state: 'missing' | 'received' | 'failed';
  /** Why it is asked for again, `why` in a sentence of the case's language; null where it is asked for the first time. */
  asked_again: { code: string; why: string; text: string | null } | null;
  /** Pictures that are here, each with how it could be better; what is asked for again is not among them. */
  here: (PictureHere & { name: string })[];
  /** What was wrong with the last one that was handed in, in a sentence; null where nothing was, or nothing came. */
  advice: string | null;
}

/** What is known of a case for its customer: nothing that was read, and no reason that would help a forger. */
export interface CapturedCase {
  agent: Pick<CaseAgent, 'required_types' | 'type_names' | 'asks_selfie'>;
  /** Types of which both sides are wanted. */
  two_sided: readonly string[];
  language: Language;
  requests: DocumentRequests | null;
  documents: readonly (JudgedDocument & Pick<CaseDocument, 'expected_type' | 'error' | 'asked_again'>)[];
}

/** What a customer is still to hand in, and what was wrong so far. Where something was asked for again, that alone. */
export function captureNeeds({ agent, two_sided, language, requests, documents }: CapturedCase): CaptureNeed[] {
  const requested = requests?.requested ?? [];
  const wanted = requested.length > 0 ? requested.map(({ document_type }) => document_type) : agent.required_types;
  const usable = comparableDocuments(speaking(documents));
  const here = new Set(usable.map(({ document_type }) => document_type));
  const sideOf = (type: string): Side | null => sideWanted(type, two_sided, usable);
  const isReceived = (entry: string): boolean =>
    !requested.some(({ document_type }) => document_type === entry) &&
    entry.split('|').some((type) => here.has(type) && sideOf(type) === null);
  const nameOf = (type: string): string => typeNameOf(language, type, agent.type_names) ?? type;
  const last = documents.at(-1);
  const failed = last?.status === 'failed' ? last : undefined;
  const isFailedSelfie = isCalledSelfie(failed?.label ?? null);
  const ofFailed =
    failed && !isFailedSelfie
      ? wanted.find(
          (entry) => !isReceived(entry) && isOfEntry(failed.expected_type, entry) && !isOtherSide(failed, sideOf),
        )
      : undefined;
  const needs = wanted.map((entry): CaptureNeed => {
    const again = requested.find(({ document_type }) => document_type === entry);
    const hasFailed = entry === ofFailed;
    return {
      kind: 'document',
      choices: entry
        .split('|')
        .map((type) => ({ document_type: type, name: nameOf(type), side: again ? null : sideOf(type) })),
      state: isReceived(entry) ? 'received' : hasFailed ? 'failed' : 'missing',
      asked_again: again
        ? { code: again.code, why: whyAgain(again, language, agent.type_names), text: again.text }
        : null,
      here: (again ? [] : picturesHere(entry.split('|'), usable, two_sided)).map((picture) => ({
        ...picture,
        name: nameOf(picture.document_type),
      })),
      advice: hasFailed ? (failed?.error ?? null) : null,
    };
  });
  if (!agent.asks_selfie || requested.length > 0) return needs;
  const error = isFailedSelfie ? (failed?.error ?? null) : null;
  return [...needs, selfieNeed(selfiesAmong(documents).length > 0, error)];
}

/** What failed is of the type that it was taken for; where nobody said, of the first that is missing. */
const isOfEntry = (expected_type: string | null | undefined, entry: string): boolean =>
  !expected_type || entry.split('|').includes(expected_type);

/** Whether a document was sent as the side that is here, to take the place of that. */
function isOtherSide(document: CapturedCase['documents'][number], wantedOf: (type: string) => Side | null): boolean {
  const wanted = document.expected_type ? wantedOf(document.expected_type) : null;
  const side = sideShown(document);
  return wanted !== null && side !== undefined && side !== wanted;
}

/** Why a document is asked for again, in a sentence; what the reviewer wrote stands beside it. */
const whyAgain = (
  { document_type, code }: DocumentRequests['requested'][number],
  language: Language,
  own: CapturedCase['agent']['type_names'],
): string => requestWords([{ document_type, code, text: null }], language, own);

const selfieNeed = (isHere: boolean, advice: string | null): CaptureNeed => ({
  ...{ kind: 'selfie', choices: [], asked_again: null, here: [], advice },
  state: isHere ? 'received' : advice === null ? 'missing' : 'failed',
});
