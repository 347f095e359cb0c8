import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { DeathReason } from './process/engineChild.js';

/** Of what a document took more than it may. */
export type Ceiling = Extract<DeathReason, 'timed_out' | 'out_of_memory'>;

/** Documents that took more than they may, so that who tries them again hears of it at once, and nobody waits for them again. */
export interface Ceilings {
  /** What a document took too much of when the same was done to it before; `work` says what is done. */
  hitBy(bytes: Uint8Array, work: string): Ceiling | undefined;
  note(bytes: Uint8Array, work: string, ceiling: Ceiling): void;
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
    hitBy: (bytes, work) => (sizes.has(bytes.byteLength) ? known.get(keyOf(bytes, work)) : undefined),
    note(bytes, work, ceiling) {
      sizes.set(bytes.byteLength, true);
      known.set(keyOf(bytes, work), ceiling);
    },
  };
}

const keyOf = (bytes: Uint8Array, work: string): string =>
  createHash('sha256').update(work).update('\0').update(bytes).digest('base64');
