import { type DemandsGiven, faceMatchOf } from '../agents/index.js';
import { UNKNOWN_TYPE } from '../documents/index.js';
import { comparableDocuments, type JudgedDocument } from './judgedDocument.js';

/** Which faces of a case are to be compared. */
export interface FaceQuestion<Document> {
  /** Documents of known types, the newest first; whoever answers knows which types are identity documents. */
  documents: readonly Document[];
  /** What may be the selfie, the newest first. */
  selfies: readonly Document[];
  /** How alike they have to be, 0 to 1. */
  threshold: number;
  /** The watchlists that each of them is looked for in. */
  watchlists: readonly string[];
}

/** What a label calls a selfie, in the languages of the replies. */
const SELFIE =
  /(^|[^\p{L}])(selfies?|selfis?|selbstporträt|autofoto|autorretrato|autoritratto|égoportrait)($|[^\p{L}])/iu;

/** Whether what somebody calls a file says that it is a selfie. */
export const isCalledSelfie = (label: string | null): boolean => label !== null && SELFIE.test(label);

/** The documents whose faces are to be compared; undefined where the agent does not demand it. */
export function faceQuestion<Document extends JudgedDocument>(
  documents: readonly Document[],
  agent: Pick<DemandsGiven, 'face_match'>,
): FaceQuestion<Document> | undefined {
  const demanded = faceMatchOf(agent);
  if (!demanded) return undefined;
  return { ...portraitsAndSelfies(documents), ...demanded };
}

/** What may be the selfie among documents, the newest first. */
export const selfiesAmong = <Document extends JudgedDocument>(documents: readonly Document[]): readonly Document[] =>
  portraitsAndSelfies(documents).selfies;

/**
 * A selfie is what is labelled as one; where nothing is, what has no label and fits no known type, as a photo does. A file that is an identity
 * document too is no selfie: it would only be like itself.
 */
function portraitsAndSelfies<Document extends JudgedDocument>(
  documents: readonly Document[],
): Pick<FaceQuestion<Document>, 'documents' | 'selfies'> {
  const newestFirst = documents.filter(({ status }) => status === 'done').reverse();
  const labelled = newestFirst.filter(({ label }) => isCalledSelfie(label));
  const unnamed = newestFirst.filter(({ label, document_type }) => !label && document_type === UNKNOWN_TYPE);
  const known = comparableDocuments(documents)
    .filter((one) => !labelled.includes(one))
    .reverse();
  const isOther = ({ sha256 }: Document): boolean => known.every((one) => one.sha256 !== sha256);
  return { documents: known, selfies: (labelled.length > 0 ? labelled : unnamed).filter(isOther) };
}
