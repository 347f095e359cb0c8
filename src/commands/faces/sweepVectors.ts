import { type RegisteredFace, registeredFace, registeredFaceStream } from '../../domain/faces/index.js';
import type { SealedVectors } from '../../platform/sealing/sealedVectors.js';
import type { CommandHandler } from '../core/commandHandler.js';

/** What is asked which numbers belong to a face. */
export interface VectorSweepDeps {
  handler: Pick<CommandHandler, 'load'>;
  sealedVectors: Pick<SealedVectors, 'olderThan' | 'drop'>;
  /** The faces whose numbers are kept under some ids, by the read model. */
  byVectors(vector_ids: readonly string[]): Promise<readonly Pick<RegisteredFace, 'vector_id'>[]>;
}

/** What a sweep came to. */
export interface VectorsSwept {
  /** Numbers that belonged to no face. */
  dropped: number;
  /** Of which that could not be told: they are looked at another time. */
  unknown: number;
}

/** How many are looked at together. */
const AT_ONCE = 500;

/**
 * Drops the numbers that no face has: a registration leaves them where its process is killed before the fact is recorded. The read model says
 * which have one, and for the others the stream of the face does: the read model can be behind.
 * @param before What is younger may belong to a registration that is under way
 */
export async function sweepVectors(deps: VectorSweepDeps, before: Date, stopping?: AbortSignal): Promise<VectorsSwept> {
  const { sealedVectors, byVectors } = deps;
  const swept = { dropped: 0, unknown: 0 };
  for (let after: string | undefined; !stopping?.aborted;) {
    const some = await sealedVectors.olderThan(before, { after, most: AT_ONCE });
    const known = new Set((await byVectors(some.map(({ vector_id }) => vector_id))).map(({ vector_id }) => vector_id));
    for (const one of some) {
      // Of cases there are numbers too, which are no register's.
      const isOfRegister = one.subject.startsWith(registeredFaceStream(''));
      if (!isOfRegister || known.has(one.vector_id) || stopping?.aborted) continue;
      const isOfFace = await hasFace(deps, one).catch(() => undefined);
      if (isOfFace === undefined) swept.unknown += 1;
      if (isOfFace !== false) continue;
      await sealedVectors.drop(one.vector_id);
      swept.dropped += 1;
    }
    after = some.at(-1)?.vector_id;
    if (some.length < AT_ONCE) break;
  }
  return swept;
}

async function hasFace(
  { handler }: VectorSweepDeps,
  { vector_id, subject }: { vector_id: string; subject: string },
): Promise<boolean> {
  const { state } = await handler.load(subject, registeredFace);
  return state.status === 'registered' && [state.face.vector_id, state.face.earlier_vector_id].includes(vector_id);
}
