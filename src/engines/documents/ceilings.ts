import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { DeathReason } from './process/engineProcessDied.js';

/** Of what a document took more than it may. */
export type Ceiling = Exclude<DeathReason, 'crashed' | 'closed' | 'starved'>;

/** Documents that took more than they may, so that who tries them again hears of it at once, and nobody waits for them again. */
export interface Ceilings {
  /**
   * What a document takes too much of, as far as that is known.
   * @param work says all that is done to it and decides how long that takes; it is put together only where a document is of a size that is known
   */
  hitBy(bytes: Uint8Array, work: () => string): Ceiling | undefined;
  note(bytes: Uint8Array, work: () => string, ceiling: Ceiling): void;
}

/** Most documents that are known. */
const MOST = 1_000;

/** As long as the attempts of work, and of whoever hands it out again, follow one another (`attempt.ts`, `reconcile.ts`), twice. */
const KNOWN_FOR_MS = 2 * 3_600_000;

/**
 * How often a document has to hit a ceiling before it is known. It was out of memory in a process that had nothing before (`enginePool.ts`);
 * that it took too long, that native code gave up, or that the kernel ended it and the next one too, can once be the machine's fault. That its reader
 * stood still mostly is; but what makes it do so must not be tried for ever.
 */
const TIMES_TO_BE_KNOWN: Record<Ceiling, number> = {
  out_of_memory: 1,
  killed: 2,
  aborted: 2,
  timed_out: 2,
  stood_still: 4,
};

/** None is known yet. */
export function createCeilings(): Ceilings {
  const hits = new LRUCache<string, Ceiling[]>({ max: MOST, ttl: KNOWN_FOR_MS });
  /** A document of another size is none of them, and needs no hash. */
  const sizes = new LRUCache<number, true>({ max: MOST, ttl: KNOWN_FOR_MS });
  return {
    hitBy(bytes, work) {
      const hit = sizes.has(bytes.byteLength) ? hits.get(keyOf(bytes, work())) : undefined;
      return hit?.find((ceiling) => hit.filter((one) => one === ceiling).length >= TIMES_TO_BE_KNOWN[ceiling]);
    },
    note(bytes, work, ceiling) {
      sizes.set(bytes.byteLength, true);
      const key = keyOf(bytes, work());
      hits.set(key, [...(hits.get(key) ?? []), ceiling]);
    },
  };
}

const keyOf = (bytes: Uint8Array, work: string): string =>
  createHash('sha256').update(work).update('\0').update(bytes).digest('base64');
