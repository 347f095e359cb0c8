import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { createFilesystemBlobs } from '../../src/platform/blobs/filesystemBlobs.js';
import { ANY, describeBlobs } from './blobs.js';

const folder = await mkdtemp(join(tmpdir(), 'attest blobs '));
afterAll(() => rm(folder, { recursive: true, force: true }));

const incoming = join(folder, '.incoming');
describeBlobs('files', {
  open: () => createFilesystemBlobs({ folder }),
  // The file of a put has a name of its own until it is there as a whole.
  breakOff: () => writeFile(join(incoming, 'broken-off'), 'x'),
  brokenOff: async () => (await readdir(incoming)).length,
});

it('leaves no draft behind, and files that only their owner may read', async () => {
  const adapter = await createFilesystemBlobs({ folder });
  await adapter.put('one/two/three', Readable.from([Buffer.from('x')]));
  expect(await readdir(incoming)).toEqual([]);
  expect((await stat(join(folder, 'one', 'two', 'three~'))).mode & 0o777).toBe(0o600);
});

afterEach(() => void vi.useRealTimers());
it('removes drafts that a killed process left a day ago, and none of now, though the clock of this process is a day ahead', async () => {
  const adapter = await createFilesystemBlobs({ folder });
  for (const name of ['abandoned', 'under-way']) await writeFile(join(incoming, name), 'x');
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await utimes(join(incoming, 'abandoned'), yesterday, yesterday);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 });
  expect(await adapter.removeBrokenOff({ ...ANY, olderThanMs: 24 * 3_600_000 })).toBe(1);
  expect(await readdir(incoming)).toEqual(['under-way']);
  await rm(join(incoming, 'under-way'));
});
