import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { DocumentJob } from './documentEngine.js';
import type { DeathReason } from './process/engineChild.js';

/** Of what a document took more than it may. */
export type Ceiling = Extract<DeathReason, 'timed_out' | 'out_of_memory'>;

/** Documents that took more than they may, so that who tries them again hears of it at once, and nobody waits for them again. */
export interface Ceilings {
  /** What the same document took too much of when it was put through the same type before. */
  hitBy(job: DocumentJob): Ceiling | undefined;
  note(job: DocumentJob, ceiling: Ceiling): void;
}

/** Most documents that are known. */
const MOST = 1_000;

/** As long as the attempts of work, and of whoever hands it out again, follow one another (`attempt.ts`, `reconcile.ts`), twice. */
const KNOWN_FOR_MS = 2 * 3_600_000;

/** None is known yet. */
export function createCeilings(): Ceilings {
  const known = new LRUCache<string, Ceiling>({ max: MOST, ttl: KNOWN_FOR_MS });
  /** A document of another size is none of them, and needs no hash. */
  const sizes = new LRUCache<number, true>({ max: MOST, ttl: KNOWN_FOR_MS });
  return {
    hitBy: (job) => (sizes.has(job.bytes.byteLength) ? known.get(keyOf(job)) : undefined),
    note(job, ceiling) {
      sizes.set(job.bytes.byteLength, true);
      known.set(keyOf(job), ceiling);
    },
  };
}

const keyOf = ({ bytes, documentType, choice }: DocumentJob): string =>
  createHash('sha256')
    .update(JSON.stringify([documentType.context_id, documentType.pipeline_steps, choice?.steps]))
    .update(bytes)
    .digest('base64');
