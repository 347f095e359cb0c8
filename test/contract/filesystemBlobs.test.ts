import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import { createFilesystemBlobs } from '../../src/platform/blobs/filesystemBlobs.js';
import { describeBlobs } from './blobs.js';

const folder = await mkdtemp(join(tmpdir(), 'attest blobs '));
afterAll(() => rm(folder, { recursive: true, force: true }));

describeBlobs('files', () => createFilesystemBlobs({ folder }));

it('leaves no draft behind, and files that only their owner may read', async () => {
  const adapter = await createFilesystemBlobs({ folder });
  await adapter.put('one/two/three', Readable.from([Buffer.from('x')]));
  expect(await readdir(join(folder, '.incoming'))).toEqual([]);
  expect((await stat(join(folder, 'one', 'two', 'three~'))).mode & 0o777).toBe(0o600);
});
