import type { WatchlistHit } from '../../domain/cases/index.js';
import { registeredFace, type RegisteredFace, registeredFaceStream, roundedShare } from '../../domain/faces/index.js';
import { type FaceEngine, falseMatchRate, similarityOf } from '../../engines/faces/faceEngine.js';
import type { BulkKind, ChunkName, ItemFailure } from '../../platform/bulkWork/bulkWork.js';
import { orTryAgain } from '../../platform/bulkWork/orTryAgain.js';
import type { SealedVectors } from '../../platform/sealing/sealedVectors.js';
import type { CommandHandler } from '../core/commandHandler.js';
import type { CommandContext } from '../core/context.js';
import { derivedId } from '../core/derivedId.js';
import { SEARCH_THRESHOLD } from '../faces/searchFaces.js';
import type { KeptFace, KeptFaces } from './keptFaces.js';

/** What is kept of a reverse search with its job. */
export interface ReverseSearchParameters {
  /** Of the face that joined a watchlist. */
  registration_id: string;
}

/** The name of the work. */
export const REVERSE_SEARCH = 'face-reverse-search';

/** What comparing stands on. */
export interface ReverseSearchDeps {
  handler: Pick<CommandHandler, 'load'>;
  kept: Pick<KeptFaces, 'after' | 'find' | 'isMonitored'>;
  sealedVectors: Pick<SealedVectors, 'read'>;
  engine: Pick<FaceEngine, 'faceModels'>;
  /** Notes a hit in its case; once for the same two faces. */
  noteHit(context: CommandContext, session_id: string, hit: WatchlistHit): Promise<unknown>;
}

/** A chunk opens so many faces, each with the key of its case: well under a second. */
const CHUNK = 200;

/**
 * Compares a face that joined a watchlist with the faces of cases that are kept, as work over many. It ends early where that face is taken off
 * the list, and where other networks took the place of those that made its numbers.
 */
export function reverseSearchKind(deps: ReverseSearchDeps): BulkKind<ReverseSearchParameters> {
  const { kept, handler, engine } = deps;
  const listed = async (registration_id: string): Promise<RegisteredFace | undefined> => {
    const { state } = await handler.load(registeredFaceStream(registration_id), registeredFace);
    return state.status === 'registered' && state.face.vectors === engine.faceModels.vectors ? state.face : undefined;
  };
  return {
    name: REVERSE_SEARCH,
    chunkItems: CHUNK,

    async next({ registration_id }, after, limit) {
      const face = await listed(registration_id);
      return face ? kept.after(face, after, limit) : [];
    },

    async work({ registration_id }, items, signal, chunk) {
      const face = await listed(registration_id);
      return face ? compare(deps, face, items, { signal, chunk }) : [];
    },
  };
}

async function compare(
  { kept, sealedVectors, engine, noteHit }: ReverseSearchDeps,
  face: RegisteredFace,
  items: readonly string[],
  { signal, chunk }: { signal: AbortSignal; chunk: ChunkName },
): Promise<ItemFailure[]> {
  const opened = await sealedVectors.read([face.vector_id, ...items]);
  // One that is gone was taken off the list meanwhile; one that is damaged cannot be compared with anybody.
  const joined = opened.get(face.vector_id);
  if (!joined) return [];
  if (!joined.vector) return items.map((item) => ({ item, error: 'The numbers of the face on the list are damaged' }));
  const failures: ItemFailure[] = [];
  for (const past of await monitored(kept, items)) {
    if (signal.aborted) break;
    const numbers = opened.get(past.vector_id);
    if (!numbers) continue;
    if (!numbers.vector) failures.push({ item: past.vector_id, error: 'Its numbers are damaged' });
    else {
      // As it is shown it is judged, as in a case that is completed.
      const similarity = roundedShare(similarityOf(joined.vector, numbers.vector, engine.faceModels));
      if (!(similarity >= SEARCH_THRESHOLD)) continue; // nor what is no number
      try {
        await noteHit(contextFor(past, face), past.session_id, hitOf(face, past, similarity, engine));
      } catch (cause) {
        orTryAgain(chunk, cause);
        // Why is not said: it could name what was read.
        failures.push({ item: past.vector_id, error: 'The hit could not be noted in its case' });
      }
    }
  }
  return failures;
}

/** Those that are still kept, of tenants that still ask for it. */
async function monitored(kept: ReverseSearchDeps['kept'], items: readonly string[]): Promise<KeptFace[]> {
  const faces = await kept.find(items);
  const asking = new Set<string>();
  for (const tenant_id of new Set(faces.map((face) => face.tenant_id))) {
    if (await kept.isMonitored(tenant_id)) asking.add(tenant_id);
  }
  return faces.filter(({ tenant_id }) => asking.has(tenant_id));
}

const hitOf = (
  { vector_id, database, registration_id }: RegisteredFace,
  { picture, doc_id, ...past }: KeptFace,
  similarity: number,
  { faceModels }: ReverseSearchDeps['engine'],
): WatchlistHit => ({
  ...{ hit_id: derivedId(vector_id, past.vector_id), database, registration_id, picture, doc_id, similarity },
  ...{ threshold: SEARCH_THRESHOLD, far: falseMatchRate(SEARCH_THRESHOLD, faceModels.calibration) },
  networks: faceModels.name,
});

const contextFor = ({ tenant_id, mode }: KeptFace, { vector_id }: RegisteredFace): CommandContext => ({
  ...{ tenant_id, actor: 'worker:faces', correlation_id: vector_id, causation_id: vector_id },
  ...(mode === 'test' && { mode }),
});
