import { describe, expect, it } from 'vitest';
import type { EngineChild, RunOptions } from '../../../../../src/engines/documents/process/engineChild.js';
import { EngineProcessDied } from '../../../../../src/engines/documents/process/engineProcessDied.js';
import { gaveWay, jobInTurns } from '../../../../../src/engines/documents/process/jobInTurns.js';
import { receiptType } from '../engineDocumentType.js';

const job = {
  ...{ tenant_id: 'acme', bytes: new Uint8Array(1), filename: 'x', documentType: receiptType(['classify']) },
  ...{ candidates: [], today: '2026-01-01', extra: {} },
};

/**
 * A document that takes so long to open, and a page of it so long, in a process that ends whatever takes more than it may.
 * @param slowness By how much the machine is slower than a quiet one
 */
function reading({
  pages,
  openingMs,
  pageMs,
  slowness = 1,
}: {
  pages: number;
  openingMs: number;
  pageMs: number;
  slowness?: number;
}) {
  let now = 0;
  const run = (_job: unknown, { timeoutMs, onOpened, read, goesOn }: RunOptions) => {
    const began = now;
    const deadline = now + timeoutMs * slowness;
    const take = (ms: number): void => {
      now = Math.min(now + ms * slowness, deadline);
      if (now === deadline) throw new EngineProcessDied('timed_out');
    };
    take(openingMs);
    onOpened();
    for (let page = read?.[0] ?? 0; page < pages;) {
      take(pageMs);
      if (++page < pages && !goesOn())
        return Promise.resolve({
          ...{ kind: 'gave_way', rss: 1, read: new Uint8Array([page]) },
          counted_ms: (now - began) / slowness,
        });
    }
    return Promise.resolve({ kind: 'done', rss: 1 });
  };
  return { now: () => now, child: { run: async (...given) => run(...given) } as EngineChild };
}

/** How it ends, and how often it gave way, with so much time. @param goesOn Whether nobody else is there */
async function readIn(timeoutMs: number, document: Parameters<typeof reading>[0], goesOn: boolean) {
  const { now, child } = reading(document);
  const work = jobInTurns(job, { onStep: () => undefined, timeoutMs, now });
  for (let turns = 1; ; turns++) {
    const answer = await work(child, () => goesOn).catch((error: unknown) => error as EngineProcessDied);
    if (answer instanceof Error) return { ended: answer.reason, turns, tookMs: now() };
    if (!gaveWay(answer)) return { ended: 'done', turns };
  }
}

describe('a document that gives way whenever it may', () => {
  const slow = { pages: 10, openingMs: 300, pageMs: 100 };

  it('is done in the time that it takes alone, however long it takes to open it again', async () => {
    expect(await readIn(1_301, slow, true)).toEqual({ ended: 'done', turns: 1 });
    expect(await readIn(1_301, slow, false)).toEqual({ ended: 'done', turns: 4 });
  });

  it('is done on a machine that is three times as slow, which is not counted', async () => {
    expect(await readIn(1_301, { ...slow, slowness: 3 }, false)).toMatchObject({ ended: 'done' });
  });

  it('has time to render again what it read in other processes', async () => {
    // Of each page as long as it took to read it.
    expect(await readIn(1_301, { ...slow, pageMs: 200 }, false)).toEqual({ ended: 'done', turns: 5 });
  });

  it('is read for as long as it took to open before it is opened again: that takes no more of a process than its counted time', async () => {
    const { ended, tookMs } = await readIn(1_000, { pages: 1_000_000, openingMs: 450, pageMs: 1 }, false);
    expect(ended).toBe('timed_out');
    expect(tookMs).toBeLessThanOrEqual(4 * 1_000);
  });

  it('has no more than twice its time, all its turns together, and what opening it takes', async () => {
    const { ended, turns, tookMs } = await readIn(1_000, { pages: 200, openingMs: 10, pageMs: 100 }, false);
    expect(ended).toBe('timed_out');
    expect(tookMs).toBeLessThanOrEqual(2_000 + turns * 10);
    expect(turns).toBeGreaterThan(10);
  });
});
