import { describe, expect, it } from 'vitest';
import { createEngineQueue, type Queued } from '../../../../../src/engines/documents/process/engineQueue.js';

interface Document {
  name: string;
  /** Milliseconds that a page takes. */
  pageMs: number;
  pages: number;
}

/** Documents that are read by one process, on a clock that only reading moves on. */
function readByOne(late: { afterPages: number; documents: Document[] }, documents: Document[]): string[] {
  let time = 0;
  const queue = createEngineQueue({ jobs: 1_000, bytes: 1e9 }, () => time);
  const waiting = new Map<Queued, Document>();
  const add = (document: Document): void => {
    const queued: Queued = {
      ...{ tenant: document.name[0]!, size: 1, handedOver: 0, lost: 0, reject: () => undefined },
      attempt: () => Promise.reject(new Error('not tried here')),
    };
    waiting.set(queued, { ...document });
    queue.add(queued);
  };
  documents.forEach(add);
  const read: string[] = [];
  for (let queued = queue.next(); queued; queued = queue.next()) {
    const document = waiting.get(queued)!;
    do {
      time += document.pageMs;
      document.pages--;
      read.push(document.name);
      if (read.length === late.afterPages) late.documents.forEach(add);
    } while (document.pages > 0 && queue.goesOn(queued.tenant));
    if (document.pages > 0) queue.putBack(queued);
    queue.over(queued.tenant);
  }
  return read;
}

const SLOW = 1_000;
const QUICK = 20;

describe('the time of an engine process', () => {
  it.each([
    ['of one document', [{ name: 'b', pageMs: QUICK, pages: 10 }]],
    ['of ten', Array.from({ length: 10 }, () => ({ name: 'b', pageMs: QUICK, pages: 1 }))],
  ])(
    'is shared by tenants: ten quick pages %s wait for one slow page of another, and not for ten',
    (_of, documents) => {
      const slow = Array.from({ length: 30 }, (_, n) => ({ name: `a${String(n)}`, pageMs: SLOW, pages: 1 }));
      const read = readByOne({ afterPages: 2, documents }, slow);
      expect(read.slice(0, 13)).toEqual(['a0', 'a1', ...Array<string>(10).fill('b'), 'a2']);
    },
  );

  it('is shared page by page where pages take as long: none is ahead by more than one', () => {
    const both = ['a', 'b'].map((name) => ({ name, pageMs: QUICK, pages: 5 }));
    const read = readByOne({ afterPages: 0, documents: [] }, both);
    for (const [n] of read.entries()) {
      const pagesOf = (name: string) => read.slice(0, n + 1).filter((one) => one === name).length;
      expect(Math.abs(pagesOf('a') - pagesOf('b'))).toBeLessThanOrEqual(1);
    }
    expect(read).toHaveLength(10);
  });

  it('is all of a tenant’s that is alone, and none of that is held against it', () => {
    const long = [{ name: 'a0', pageMs: SLOW, pages: 100 }];
    const quick = Array.from({ length: 100 }, (_, n) => ({ name: `b${String(n)}`, pageMs: SLOW, pages: 1 }));
    const read = readByOne({ afterPages: 50, documents: quick }, long);
    expect(read.slice(49, 54)).toEqual(['a0', 'b0', 'a0', 'b1', 'a0']);
  });
});

const queued = (tenant: string, size: number, handedOver = 0): Queued => ({
  ...{ tenant, size, handedOver, lost: 0, reject: () => undefined },
  attempt: () => Promise.reject(new Error('not tried here')),
});

describe('a queue that is full', () => {
  it('never refuses what was begun: whoever comes is refused', () => {
    const queue = createEngineQueue({ jobs: 100, bytes: 1000 }, () => 0);
    queue.putBack(queued('a', 600, 10));
    const [first, second] = [queued('b', 300), queued('b', 300)];
    expect([queue.add(first), queue.add(second)]).toEqual([[], [second]]);
    const other = queued('c', 200);
    expect(queue.add(other)).toEqual([other]);
    expect(queue.size).toBe(2);
  });

  it('does not refuse the only document of one for those of others that come, however large it is', () => {
    const queue = createEngineQueue({ jobs: 100, bytes: 1000 }, () => 0);
    queue.add(queued('a', 600));
    queue.add(queued('b', 300));
    const other = queued('c', 300);
    expect(queue.add(other)).toEqual([other]);
  });

  it('counts what was handed over with what waits', () => {
    const queue = createEngineQueue({ jobs: 100, bytes: 1000 }, () => 0);
    queue.putBack(queued('a', 1, 900));
    const one = queued('a', 100);
    expect(queue.add(one)).toEqual([one]);
  });
});
