import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKeptReports, type KeptReports } from '../../../src/reports/keptReports.js';
import { openCore, type Core } from '../../support/core.js';

let core: Core;
let kept: KeptReports;

beforeAll(async () => {
  core = await openCore();
  kept = createKeptReports(core.blobs);
});

afterAll(() => core.close());

it('a report is found again as long as it is asked for what it was made of', async () => {
  await kept.keep('case-1', 'facts', '1/12', Buffer.from('{"of":12}'));
  expect((await kept.find('case-1', 'facts', '1/12'))?.toString()).toBe('{"of":12}');
  for (const [subject, part, madeOf] of [
    ['case-1', 'facts', '1/1'],
    ['case-1', 'facts', '1/13'],
    ['case-1', 'pdf', '1/12'],
    ['case-2', 'facts', '1/12'],
  ] as const) {
    expect(await kept.find(subject, part, madeOf)).toBeUndefined();
  }
});

it('a kept report cannot be opened once its case is erased, and none is kept for it any more', async () => {
  await kept.keep('case-3', 'pdf', 'hash', Buffer.from('%PDF'));
  await core.subjectKeys.erase('case-3');
  expect(await kept.find('case-3', 'pdf', 'hash')).toBeUndefined();
  await kept.keep('case-3', 'pdf', 'hash', Buffer.from('%PDF'));
  expect(await kept.find('case-3', 'pdf', 'hash')).toBeUndefined();
});
