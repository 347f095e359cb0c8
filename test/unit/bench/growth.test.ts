import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { growthOf } from '../../../bench/growth.js';

const undo: (() => unknown)[] = [];
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

/** What it measures at this size says nothing; that it can be measured is what is kept. */
it(
  'measures appends, reads, lists and every sweep but the one that lists all files, in two sizes',
  { timeout: 240_000 },
  async () => {
    const workshop = {
      atEnd: (step: () => unknown) => void undo.push(step),
      async folder() {
        const folder = await mkdtemp(join(tmpdir(), 'attest-growth-'));
        undo.push(() => rm(folder, { recursive: true, force: true }));
        await chmod(folder, 0o711);
        return folder;
      },
    };
    const figures = await growthOf({ fewCases: 10, manyCases: 20, times: 1 })(workshop);
    const names = figures.map(({ name }) => name);
    const sweeps = ['expired-cases', 'unfinished-work', 'kept-answers', 'done-work', 'ended-bulk-work'];
    expect(names).toEqual(expect.arrayContaining(['a case by its id', ...sweeps.map((name) => `sweep: ${name}`)]));
    expect(names).not.toContain('sweep: orphaned-files');
    expect(figures.every(({ value, baseline }) => value > 0 && baseline!.value > 0)).toBe(true);
  },
);
