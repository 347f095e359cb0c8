import type { AgentDefinition } from '../../domain/agents/index.js';
import {
  type Case,
  type CaseDocument,
  type FaceFinding,
  type FaceObstacle,
  type FaceOnFile,
  questionsAbout,
  speaking,
} from '../../domain/cases/index.js';
import { toDigits } from '../../domain/documents/index.js';
import { EngineUnavailable, TooMuchWaiting } from '../../engines/documents/documentEngine.js';
import {
  type FaceEngine,
  FaceLookFailed,
  type FacesSeen,
  falseMatchRate,
  PictureUnreadable,
  type SeenFace,
  similarityOf,
} from '../../engines/faces/faceEngine.js';
import { BlobDamaged, BlobNotFound, type BlobStore } from '../../platform/blobs/blobStore.js';
import type { Log } from '../../platform/log.js';
import type { KnownDocumentType } from '../documentTypes/documentTypeCatalog.js';

/** Compares the faces of documents that belong together: of a case, or of a run of an agent. */
export interface FaceMatching {
  /**
   * Compares the portrait of each type of identity document in a case with its selfie, from the files as they are stored; undefined where the
   * agent does not demand it. Numbers of faces are forgotten once they are compared. What keeps faces from being compared is a finding.
   * @param types of the documents, as they are now
   * @throws TooMuchWaiting when the engine takes no more of this tenant now
   */
  find(
    theCase: Pick<Case, 'tenant_id' | 'documents'>,
    agent: AgentDefinition,
    types: readonly Pick<KnownDocumentType, 'context_id' | 'category'>[],
  ): Promise<readonly FaceFinding[] | undefined>;
}

/** What comparing stands on. */
export interface FaceMatchingDeps {
  engine: Pick<FaceEngine, 'look' | 'faceModels'>;
  blobs: Pick<BlobStore, 'read'>;
  log: Pick<Log, 'error'>;
  /** Milliseconds since any beginning; for tests. */
  now?: () => number;
}

/** Files that are looked at for the selfie: somebody waits for it. */
const MOST_SELFIES = 3;

/** Files that are looked at for portraits; one without takes up to four pages. */
const MOST_DOCUMENTS = 6;

/** How long files are looked at, in milliseconds: after that no other is begun. One alone may take as long as reading a document may. */
const LONGEST_MS = 120_000;

/** Decimals of a similarity, and of where a face is, that are kept. */
const DECIMALS = 4;

const rounded = (share: number): number => toDigits(share, DECIMALS);

/** Creates what compares the faces of cases. */
export function createFaceMatching(deps: FaceMatchingDeps): FaceMatching {
  const { name: networks, calibration } = deps.engine.faceModels;
  return {
    async find(theCase, agent, types) {
      const question = questionsAbout(speaking(theCase.documents), agent).match_faces;
      if (!question) return undefined;
      const { threshold, selfies } = question;
      const measure = { threshold, far: falseMatchRate(threshold, calibration), networks };
      const isIdentity = ({ document_type }: CaseDocument): boolean =>
        types.some(({ context_id, category }) => context_id === document_type && category === 'identity');
      const identity = question.documents.filter(isIdentity);
      const notCompared = (why: FaceObstacle, about: Partial<FaceFinding> = {}): FaceFinding => ({
        ...{ status: 'not_run', why, document_type: null, portrait: null, selfie: null, similarity: null, ...measure },
        ...about,
      });
      const [newest] = identity;
      if (!newest) return [notCompared('no_document')];
      const first = { document_type: newest.document_type, portrait: unseen(newest) };
      if (selfies.length === 0) return [notCompared('no_selfie', first)];
      const looking = createLooking(deps, theCase.tenant_id);
      const selfie = await selfieOf(looking, selfies.slice(0, MOST_SELFIES));
      if (typeof selfie.face === 'string') return [notCompared(selfie.face, { ...first, selfie: selfie.place })];
      const findings: FaceFinding[] = [];
      for (const { document_type, ...portrait } of await portraitsOf(looking, identity)) {
        const about = { document_type, portrait: portrait.place, selfie: selfie.place };
        if (typeof portrait.face === 'string') {
          findings.push(notCompared(portrait.face, about));
          continue;
        }
        const similarity = similarityOf(portrait.face.embedding, selfie.face.embedding, deps.engine.faceModels);
        // As it is shown it is judged: nobody sees .75 below a threshold of .75.
        const shown = rounded(similarity);
        const status = shown >= threshold ? 'passed' : 'failed';
        findings.push({ status, why: null, ...about, similarity: shown, ...measure });
      }
      return findings;
    },
  };
}

/** A face that can be compared. */
type ComparableFace = SeenFace & { embedding: Float32Array };

/** What is seen of a file: its face, or what keeps it from being compared. */
interface Looked {
  face: ComparableFace | FaceObstacle;
  place: FaceOnFile;
}

type Looking = (document: CaseDocument, as: 'photo' | 'document') => Promise<Looked>;

const unseen = ({ doc_id }: CaseDocument): FaceOnFile => ({ doc_id, page: null, box: null });

/** Looks at files of a case, one after the other. */
function createLooking(deps: FaceMatchingDeps, tenant_id: string): Looking {
  const { engine, blobs, log, now = () => performance.now() } = deps;
  const end = now() + LONGEST_MS;
  return async (document, as) => {
    const { doc_id, object_key } = document;
    const kept = (why: FaceObstacle): Looked => ({ face: why, place: unseen(document) });
    if (now() >= end) return kept('no_engine');
    try {
      const bytes = await blobs.read(object_key);
      const seen = await engine.look(bytes, { tenant_id, wanted: ['embedding'], as });
      return lookedAt(seen, document, as);
    } catch (error) {
      if (error instanceof TooMuchWaiting) throw error;
      if (error instanceof PictureUnreadable) return kept('unreadable');
      if (error instanceof EngineUnavailable || error instanceof FaceLookFailed) return kept('no_engine');
      if (!(error instanceof BlobNotFound || error instanceof BlobDamaged)) throw error;
      log.error({ err: error, doc_id }, 'the file of a document whose face is to be compared is gone');
      return kept('unreadable');
    }
  };
}

function lookedAt({ count, largest }: FacesSeen, document: CaseDocument, as: 'photo' | 'document'): Looked {
  if (!largest?.embedding) return { face: as === 'photo' ? 'no_face' : 'no_portrait', place: unseen(document) };
  const { embedding, page = 1, box } = largest;
  const [x, y, width, height] = box.map(rounded);
  const place: FaceOnFile = { doc_id: document.doc_id, page, box: [x!, y!, width!, height!] };
  // On a document the portrait is told from the others; of a photo nobody knows who is meant.
  return { face: as === 'photo' && count > 1 ? 'several_faces' : { ...largest, embedding }, place };
}

/** The newest selfie that shows one face; where none does, the newest with what is wrong with it. */
async function selfieOf(looking: Looking, selfies: readonly CaseDocument[]): Promise<Looked> {
  const looked: Looked[] = [];
  for (const one of selfies) {
    const seen = await looking(one, 'photo');
    if (typeof seen.face !== 'string') return seen;
    looked.push(seen);
  }
  return looked[0]!;
}

/** The portrait of each type of document, by the newest of its documents that has one: fronts and backs are files of their own. */
async function portraitsOf(
  looking: Looking,
  newestFirst: readonly CaseDocument[],
): Promise<(Looked & { document_type: string })[]> {
  const found = new Map<string, Looked>();
  for (const [index, document] of newestFirst.entries()) {
    const before = found.get(document.document_type);
    if (before && before.face !== 'no_portrait') continue;
    const isTooMany = index >= MOST_DOCUMENTS;
    const seen = isTooMany
      ? { face: 'too_many' as const, place: unseen(document) }
      : await looking(document, 'document');
    // A side without a portrait says nothing once another one was looked at.
    if (!before || seen.face !== 'no_portrait') found.set(document.document_type, seen);
  }
  return [...found].map(([document_type, looked]) => ({ document_type, ...looked }));
}
