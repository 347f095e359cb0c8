import type { AgentDefinition } from '../../domain/agents/index.js';
import {
  type Case,
  type CaseDocument,
  type CaseFindings,
  type FaceFinding,
  type FaceObstacle,
  type FaceOnFile,
  type FaceSought,
  questionsAbout,
  speaking,
} from '../../domain/cases/index.js';
import type { Mode } from '../../domain/core/mode.js';
import { roundedShare } from '../../domain/faces/index.js';
import { EngineUnavailable, TooMuchWaiting } from '../../engines/documents/documentEngine.js';
import {
  type FaceEngine,
  FaceLookFailed,
  type FaceModelFacts,
  type FacesSeen,
  falseMatchRate,
  PictureUnreadable,
  type SeenFace,
  similarityOf,
} from '../../engines/faces/faceEngine.js';
import { BlobDamaged, BlobNotFound, type BlobStore } from '../../platform/blobs/blobStore.js';
import type { KnownDocumentType } from '../documentTypes/documentTypeCatalog.js';
import { numbersOfProbe } from '../faces/searchFaces.js';
import { searchWatchlists, type SoughtFace, type WatchlistSearchDeps } from './watchlistSearch.js';

/** A face of a case that is to be kept, with the numbers that it is compared by. */
export interface KeepableFace {
  picture: FaceSought;
  /** The document that shows it. */
  doc_id: string;
  embedding: Float32Array;
}

/** Keeps the faces of a case; those that were kept of it before are forgotten. */
export type KeepFaces = (faces: readonly KeepableFace[]) => Promise<void>;

/** What came of the faces of documents that belong together. */
export interface FacesFound {
  faces: readonly FaceFinding[];
  /** Absent where the agent names no watchlists. */
  watchlists?: NonNullable<CaseFindings['watchlists']>;
}

/** Compares the faces of documents that belong together: of a case, or of a run of an agent. */
export interface FaceMatching {
  /**
   * Compares the portrait of each type of identity document in a case with its selfie, from the files as they are stored, and each of them with the
   * watchlists that the agent names; undefined where the agent does not demand it. Numbers of faces are forgotten once they are compared, but for what
   * `keep` does with them. What keeps faces from being compared is a finding.
   * @param theCase its `mode` says which faces of watchlists are meant: live ones where it does not say
   * @param types of the documents, as they are now
   * @param keep called before watchlists are looked through: who joins one meanwhile is compared with the faces by the one or the other
   * @throws TooMuchWaiting when the engine takes no more of this tenant now
   */
  find(
    theCase: Pick<Case, 'tenant_id' | 'documents'> & { mode: Mode | null | undefined },
    agent: AgentDefinition,
    types: readonly Pick<KnownDocumentType, 'context_id' | 'category'>[],
    keep?: KeepFaces,
  ): Promise<FacesFound | undefined>;
}

/** What comparing stands on. */
export interface FaceMatchingDeps extends WatchlistSearchDeps {
  engine: Pick<FaceEngine, 'look' | 'faceModels' | 'earlierFaceModels'>;
  blobs: Pick<BlobStore, 'read'>;
  /** Milliseconds since any beginning; for tests. */
  now?: () => number;
}

/** Files that are looked at for the selfie: somebody waits for it. */
const MOST_SELFIES = 3;

/** Files that are looked at for portraits; one without takes up to four pages. */
const MOST_DOCUMENTS = 6;

/** How long files are looked at, in milliseconds: after that no other is begun. One alone may take as long as reading a document may. */
const LONGEST_MS = 120_000;

/** Creates what compares the faces of cases. */
export function createFaceMatching(deps: FaceMatchingDeps): FaceMatching {
  return {
    async find(theCase, agent, types, keep) {
      const question = questionsAbout(speaking(theCase.documents), agent).match_faces;
      if (!question) return undefined;
      const { threshold, watchlists } = question;
      const isIdentity = ({ document_type }: CaseDocument): boolean =>
        types.some(({ context_id, category }) => context_id === document_type && category === 'identity');
      const identity = question.documents.filter(isIdentity);
      const looking = createLooking(deps, theCase.tenant_id);
      // Compared with one another they are looked at as far as there are two; with a watchlist each counts by itself.
      const areSought = watchlists.length > 0 || keep !== undefined;
      const selfies = identity.length > 0 || areSought ? question.selfies.slice(0, MOST_SELFIES) : [];
      const selfie = await selfieOf(looking, selfies);
      const isComparable = selfie !== undefined && typeof selfie.face !== 'string';
      const portraits = isComparable || areSought ? await portraitsOf(looking, identity) : [];
      const faces = compare(deps.engine.faceModels, { threshold, newest: identity[0], portraits, selfie });
      if (!areSought) return { faces };
      const { tenant_id, mode } = theCase;
      const others = await otherFaces(looking, theCase.documents.filter(isIdentity), {
        ...{ portraits, selfie, selfies: question.selfies },
      });
      const sought = [...portraits.map(asPortrait), ...(selfie ? [asSelfie(selfie)] : []), ...others];
      await keep?.(sought.flatMap(keepable));
      if (watchlists.length === 0) return { faces };
      return { faces, watchlists: await searchWatchlists(deps, { tenant_id, mode, watchlists, sought }) };
    },
  };
}

/** Faces that are to be compared. */
interface Compared {
  threshold: number;
  /** The newest identity document. */
  newest: CaseDocument | undefined;
  portraits: readonly LookedPortrait[];
  selfie: Looked | undefined;
}

/** Compares each portrait with the selfie. */
function compare(models: FaceModelFacts, { threshold, newest, portraits, selfie }: Compared): FaceFinding[] {
  const measure = { threshold, far: falseMatchRate(threshold, models.calibration), networks: models.name };
  const notCompared = (why: FaceObstacle, about: Partial<FaceFinding> = {}): FaceFinding => ({
    ...{ status: 'not_run', why, document_type: null, portrait: null, selfie: null, similarity: null, ...measure },
    ...about,
  });
  if (!newest) return [notCompared('no_document')];
  const first = { document_type: newest.document_type, portrait: unseen(newest) };
  if (!selfie) return [notCompared('no_selfie', first)];
  const { face, place } = selfie;
  if (typeof face === 'string') return [notCompared(face, { ...first, selfie: place })];
  return portraits.map(({ document_type, ...portrait }) => {
    const about = { document_type, portrait: portrait.place, selfie: place };
    if (typeof portrait.face === 'string') return notCompared(portrait.face, about);
    // As it is shown it is judged: nobody sees .75 below a threshold of .75.
    const similarity = roundedShare(similarityOf(portrait.face.embedding, face.embedding, models));
    return { status: similarity >= threshold ? 'passed' : 'failed', why: null, ...about, similarity, ...measure };
  });
}

const asPortrait = ({ document_type, ...looked }: LookedPortrait): SoughtFace => ({
  ...{ picture: 'portrait', document_type, ...soughtOf(looked) },
});
const asSelfie = (looked: Looked): SoughtFace => ({ picture: 'selfie', document_type: null, ...soughtOf(looked) });

const keepable = ({ picture, place, face }: SoughtFace): KeepableFace[] =>
  typeof face === 'string' ? [] : [{ picture, doc_id: place.doc_id, embedding: face }];

const soughtOf = ({ face, place }: Looked): Pick<SoughtFace, 'face' | 'earlier' | 'place'> => ({
  ...(typeof face === 'string' ? { place, face } : { place, face: face.embedding, earlier: face.earlier_embedding }),
});

/**
 * The faces of a case that are compared with nothing, as later ones took their place: whoever is on a watchlist does not leave it by sending another
 * document, or another selfie. What shows no face says nothing beside the one that does.
 */
async function otherFaces(
  looking: Looking,
  identity: readonly CaseDocument[],
  {
    portraits,
    selfies,
    selfie,
  }: { portraits: readonly Looked[]; selfies: readonly CaseDocument[]; selfie: Looked | undefined },
): Promise<SoughtFace[]> {
  const isOther = ({ doc_id, status }: CaseDocument): boolean =>
    status === 'done' && ![...portraits, ...(selfie ? [selfie] : [])].some(({ place }) => place.doc_id === doc_id);
  const others: SoughtFace[] = [];
  for (const [index, document] of identity.filter(isOther).reverse().entries()) {
    const { document_type } = document;
    const seen = await lookingUpTo(MOST_DOCUMENTS, index, document, () => looking(document, 'document'));
    if (seen.face !== 'no_portrait') others.push(asPortrait({ document_type, ...seen }));
    if (seen.face === 'too_many') break;
  }
  for (const [index, document] of selfies.filter(isOther).entries()) {
    const seen = await lookingUpTo(MOST_SELFIES, index, document, () => looking(document, 'photo'));
    if (seen.face !== 'no_face') others.push(asSelfie(seen));
    if (seen.face === 'too_many') break;
  }
  return others;
}

/** So many are looked at; that there are more is said, as somebody has to look at them then. */
const lookingUpTo = (most: number, index: number, document: CaseDocument, look: () => Promise<Looked>) =>
  index < most ? look() : Promise.resolve({ face: 'too_many' as const, place: unseen(document) });

/** A face that can be compared. */
type ComparableFace = SeenFace & { embedding: Float32Array };

/** What is seen of a file: its face, or what keeps it from being compared. */
interface Looked {
  face: ComparableFace | FaceObstacle;
  place: FaceOnFile;
}

/** What is seen of the portrait of a type of document. */
type LookedPortrait = Looked & { document_type: string };

type Looking = (document: CaseDocument, as: 'photo' | 'document') => Promise<Looked>;

const unseen = ({ doc_id }: CaseDocument): FaceOnFile => ({ doc_id, page: null, box: null });

/** Looks at files of a case, one after the other, at each once. */
function createLooking(deps: FaceMatchingDeps, tenant_id: string): Looking {
  const seen = new Map<string, Promise<Looked>>();
  const look = createLook(deps, tenant_id);
  return (document, as) => {
    const key = `${as} ${document.doc_id}`;
    const looked = seen.get(key) ?? look(document, as);
    seen.set(key, looked);
    return looked;
  };
}

function createLook(deps: FaceMatchingDeps, tenant_id: string): Looking {
  const { engine, blobs, log, now = () => performance.now() } = deps;
  const end = now() + LONGEST_MS;
  return async (document, as) => {
    const { doc_id, object_key } = document;
    const kept = (why: FaceObstacle): Looked => ({ face: why, place: unseen(document) });
    if (now() >= end) return kept('no_engine');
    try {
      const bytes = await blobs.read(object_key);
      const seen = await engine.look(bytes, { tenant_id, wanted: numbersOfProbe(engine), as });
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
  const [x, y, width, height] = box.map(roundedShare);
  const place: FaceOnFile = { doc_id: document.doc_id, page, box: [x!, y!, width!, height!] };
  // On a document the portrait is told from the others; of a photo nobody knows who is meant.
  return { face: as === 'photo' && count > 1 ? 'several_faces' : { ...largest, embedding }, place };
}

/** The newest selfie that shows one face; where none does, the newest with what is wrong with it. Undefined of none. */
async function selfieOf(looking: Looking, selfies: readonly CaseDocument[]): Promise<Looked | undefined> {
  const looked: Looked[] = [];
  for (const one of selfies) {
    const seen = await looking(one, 'photo');
    if (typeof seen.face !== 'string') return seen;
    looked.push(seen);
  }
  return looked[0];
}

/** The portrait of each type of document, by the newest of its documents that has one: fronts and backs are files of their own. */
async function portraitsOf(looking: Looking, newestFirst: readonly CaseDocument[]): Promise<LookedPortrait[]> {
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
