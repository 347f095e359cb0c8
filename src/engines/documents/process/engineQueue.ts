import { createTenantTurns } from '../../../platform/tenantTurns.js';
import { createUsedTime } from '../../../platform/usedTime.js';
import type { EngineChild } from './engineChild.js';

/** Most jobs, and most bytes of documents, that wait. */
export interface EngineQueueLimits {
  jobs: number;
  bytes: number;
}

/** A job or a picture that waits for a process. */
export interface Queued {
  tenant: string;
  /** Bytes of its document. */
  size: number;
  /** Bytes that it handed over when it gave way, which wait with it. */
  handedOver: number;
  /** Processes that it cost. */
  lost: number;
  /**
   * Does it, or a part of it, and answers its caller when it is over; resolves with the bytes that the process holds then, and
   * those that are handed over where it gave way.
   * @param goesOn asked behind each page: whether it is still its turn
   */
  attempt: (child: EngineChild, goesOn: () => boolean) => Promise<{ rss: number; handedOver?: number }>;
  reject: (error: unknown) => void;
}

/** Jobs that wait. The tenants share the time of the processes: pages differ by a thousand. */
export interface EngineQueue {
  readonly size: number;
  /**
   * Puts one behind those of its tenant. Gives those for which there is no room then: what came last of the tenant that has most
   * waiting, so that whoever has little finds room. What was begun is never among them, nor the only one of another tenant: then it is
   * the one that comes.
   */
  add(queued: Queued): Queued[];
  /** It was begun and is not over: it is the next of its tenant. */
  putBack(queued: Queued): void;
  /** Of the tenant that used the least time, with its turns that go on: begins a turn of it. */
  next(): Queued | undefined;
  /** A turn of a tenant goes on no more. */
  over(tenant: string): void;
  /** Whether the turn of a tenant goes on: of those who wait none has used less time. */
  goesOn(tenant: string): boolean;
  /** Takes all. */
  clear(): Queued[];
}

const isBegun = ({ handedOver, lost }: Queued): boolean => handedOver > 0 || lost > 0;

/** What was begun stands in front of what else waits of its tenant. */
const mayLose = (queue: readonly Queued[]): boolean => queue.length > 1 && !isBegun(queue.at(-1)!);

/** Nothing waits. @param now Milliseconds since any beginning */
export function createEngineQueue(limits: EngineQueueLimits, now: () => number): EngineQueue {
  const turns = createTenantTurns<Queued>();
  const used = createUsedTime(now);
  const bytesOf = (queue: readonly Queued[]): number =>
    queue.reduce((sum, { size, handedOver }) => sum + size + handedOver, 0);
  const countOf = (queue: readonly Queued[]): number => queue.length;
  const total = (of: typeof bytesOf): number => [...turns.waiting.values()].reduce((sum, queue) => sum + of(queue), 0);
  const dropOfLargest = (comer: string, of: typeof bytesOf): Queued => {
    let largest = comer;
    for (const [tenant, queue] of turns.waiting)
      if (mayLose(queue) && of(queue) > of(turns.waiting.get(largest) ?? [])) largest = tenant;
    return turns.dropLast(largest)!;
  };
  return {
    get size() {
      return turns.size;
    },
    add(queued) {
      turns.push(queued.tenant, queued);
      const refused: Queued[] = [];
      const refuseBeyond = (limit: number, of: typeof bytesOf): void => {
        while (total(of) > limit && !refused.includes(queued)) refused.push(dropOfLargest(queued.tenant, of));
      };
      refuseBeyond(limits.jobs, countOf);
      refuseBeyond(limits.bytes, bytesOf);
      return refused;
    },
    putBack: (queued) => turns.putBack(queued.tenant, queued),
    next() {
      const queued = turns.next(used.leastOf(turns.waiting.keys()));
      if (queued) used.begin(queued.tenant);
      return queued;
    },
    over(tenant) {
      used.end(tenant);
      if (turns.size === 0) used.forget();
    },
    goesOn: (tenant) => used.leastOf([...turns.waiting.keys(), tenant])(tenant),
    clear() {
      const all: Queued[] = [];
      for (let queued = turns.next(); queued; queued = turns.next()) all.push(queued);
      return all;
    },
  };
}
