import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { execution, executionStream } from '../../../../src/domain/executions/execution.js';
import { BlobNotFound, type BlobStore } from '../../../../src/platform/blobs/blobStore.js';
import { encryptedBlobs } from '../../../../src/platform/blobs/encryptedBlobs.js';
import { createFilesystemBlobs } from '../../../../src/platform/blobs/filesystemBlobs.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { EventStoreUnavailable } from '../../../../src/platform/eventStore/eventStore.js';
import { blobSweepMigrations, sweepBlobs, type SweepBlobsDeps } from '../../../../src/workers/operations/sweepBlobs.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone, finishOf, startOf } from '../../../support/executions.js';

const HOUR_MS = 3_600_000;

let core: Core;
beforeAll(async () => {
  core = await openCore();
  await migrate(core.database, blobSweepMigrations);
});
beforeEach(async () => {
  for await (const { blobs } of core.blobs.list()) for (const { key } of blobs) await core.blobs.delete(key);
  await core.database.knex('blob_sweeps').delete();
  await core.database.knex('blobs_unjudged').delete();
});
afterAll(() => core.close());

const sweep = (given: Partial<SweepBlobsDeps> = {}, signal = new AbortController().signal): Promise<number> =>
  sweepBlobs({ ...core, ...given }, signal);

/** Stores a file as if that had been so many hours ago. */
async function put(
  key: string,
  subject: string,
  hours = 25,
  blobs: Pick<BlobStore, 'put'> = core.blobs,
): Promise<string> {
  await blobs.put(key, Buffer.from('content'), { subject });
  const at = new Date(Date.now() - hours * HOUR_MS);
  await utimes(join(core.folder, `${key}~`), at, at);
  return key;
}

const left = async (): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { blobs } of core.blobs.list()) keys.push(...blobs.map(({ key }) => key));
  return keys.sort();
};

const orphan = (): Promise<string> => {
  const id = randomUUID();
  return put(`cases/${id}/documents/${randomUUID()}`, `case-${id}`);
};

/** A run of which nothing is in a read model: no projector is at work here. */
async function runWithInput(surname = 'LINDQVIST'): Promise<string> {
  const id = randomUUID();
  const request = { stream: executionStream(id), decider: execution, context: anyone };
  const known = { state: execution.initial, revision: 'no_stream' } as const;
  const started = await core.handler.handle({ ...request, command: startOf(id), known });
  const input = await put(`executions/${id}/input`, executionStream(id));
  await core.handler.handle({ ...request, command: finishOf(surname), known: started });
  return input;
}

describe('a file that nothing names', () => {
  it('is deleted a day after it was stored, whatever it was for', async () => {
    const id = randomUUID();
    await orphan();
    await put(`executions/${id}/input`, `execution-${id}`);
    await put(`sealed/${randomUUID()}/result`, `execution-${id}`);
    expect(await sweep()).toBe(3);
    expect(await left()).toEqual([]);
  });

  it('is left for a day, for whoever is about to name it', async () => {
    const id = randomUUID();
    const young = await put(`cases/${id}/documents/${randomUUID()}`, `case-${id}`, 23);
    expect(await sweep()).toBe(0);
    expect(await left()).toEqual([young]);
  });

  it('beside others of the same subject is the only one that is deleted', async () => {
    const input = await runWithInput();
    const subject = input.replace(/executions\/(.*)\/input/, 'execution-$1');
    await put(`${input}-2`, subject);
    await put(input.slice(0, -1), subject);
    expect(await sweep()).toBe(2);
    expect(await left()).toEqual([input]);
  });

  it('whose subject was erased is deleted: nobody can read it', async () => {
    const subject = `case-${randomUUID()}`;
    await put(`reports/${subject}/pdf`, subject);
    await core.subjectKeys.erase(subject);
    expect(await sweep()).toBe(1);
  });
});

describe('a file stays', () => {
  it('that an event names, though no read model has it yet', async () => {
    const input = await runWithInput();
    expect(await sweep()).toBe(0);
    expect(await left()).toEqual([input]);
  });

  it('that holds what was too large for an event', async () => {
    const input = await runWithInput('X'.repeat(600_000));
    const kept = await left();
    expect(kept.filter((key) => key.startsWith('sealed/')).length).toBeGreaterThan(0);
    const old = new Date(Date.now() - 25 * HOUR_MS);
    for (const key of kept) await utimes(join(core.folder, `${key}~`), old, old);
    expect(await sweep()).toBe(0);
    expect(await left()).toEqual(kept);
    expect(kept).toContain(input);
  });

  it('that is a report, or of a kind that another version keeps', async () => {
    const subject = `case-${randomUUID()}`;
    const kept = [await put(`voices/${randomUUID()}`, subject), await put(`reports/${subject}/pdf`, subject)];
    expect(await sweep()).toBe(0);
    expect(await left()).toEqual(kept.sort());
  });

  it('that another installation stored here, or a later state of the same database', async () => {
    const elsewhere = await openCore();
    const adapter = await createFilesystemBlobs({ folder: core.folder });
    const theirs = encryptedBlobs({ adapter, subjectKeys: elsewhere.subjectKeys });
    const id = randomUUID();
    const kept = await put(`cases/${id}/documents/${randomUUID()}`, `case-${id}`, 25, theirs);
    await elsewhere.close();
    expect(await sweep()).toBe(0);
    expect(await left()).toEqual([kept]);
  });

  it('while the log cannot be read, and is looked at when it can', async () => {
    await orphan();
    const readStream = (): never => {
      throw new EventStoreUnavailable('away');
    };
    await expect(sweep({ eventStore: { ...core.eventStore, readStream } })).rejects.toThrow(EventStoreUnavailable);
    expect(await left()).toHaveLength(1);
    expect(await sweep()).toBe(1);
  });

  it('where the log has lost its end, also once the log is longer again', async () => {
    const [stored, kept] = [await orphan(), await orphan()].sort();
    const seen = core.database.knex('projection_checkpoints').where({ name: 'executions' });
    await seen.clone().update({ position: '1000000000' });
    const error = vi.spyOn(core.log, 'error');
    expect(await sweep()).toBe(0);
    expect(error).toHaveBeenCalledTimes(1);
    error.mockRestore();
    await seen.clone().update({ position: null });
    expect(await sweep()).toBe(0);
    expect(await left()).toEqual([stored, kept]);
    // What is stored from then on is looked at.
    await core.database.knex('blob_sweeps').update({ looked_at_until: new Date(Date.now() - 26 * HOUR_MS) });
    expect(await sweep()).toBe(2);
  });
});

describe('what an upload left that was broken off', () => {
  it('is removed a day later, though the log has lost its end', async () => {
    const incoming = join(core.folder, '.incoming');
    for (const [name, hours] of [['old', 25] as const, ['young', 23] as const]) {
      await writeFile(join(incoming, name), 'x');
      const at = new Date(Date.now() - hours * HOUR_MS);
      await utimes(join(incoming, name), at, at);
    }
    const seen = core.database.knex('projection_checkpoints').where({ name: 'executions' });
    await seen.clone().update({ position: '1000000000' });
    await sweep();
    await seen.clone().update({ position: null });
    expect(await readdir(incoming)).toEqual(['young']);
    await rm(join(incoming, 'young'));
  });

  it('is ours to remove in the places of our files alone', async () => {
    const removeBrokenOff = vi.fn<BlobStore['removeBrokenOff']>(() => Promise.resolve(0));
    await sweep({ blobs: { ...core.blobs, removeBrokenOff } });
    const [{ isOurs }] = removeBrokenOff.mock.calls[0]!;
    expect(['cases/1/documents/2', 'executions/1/input', 'sealed/1/result', 'reports/case-1/pdf'].every(isOurs)).toBe(
      true,
    );
    expect(['backups/1', 'readme', 'mycases/1'].some(isOurs)).toBe(false);
  });

  it('is left for the next time where the process stops', async () => {
    const removeBrokenOff = vi.fn<BlobStore['removeBrokenOff']>(() => Promise.resolve(0));
    await sweep({ blobs: { ...core.blobs, removeBrokenOff } }, AbortSignal.abort());
    expect(removeBrokenOff.mock.calls[0]![0].stopping.aborted).toBe(true);
  });

  it('holds up no file where it cannot be removed, and that is said', async () => {
    await orphan();
    const error = vi.spyOn(core.log, 'error');
    const removeBrokenOff = () => Promise.reject(new Error('AccessDenied'));
    expect(await sweep({ blobs: { ...core.blobs, removeBrokenOff } })).toBe(1);
    expect(error).toHaveBeenCalledWith(expect.anything(), expect.stringContaining('broken off could not be removed'));
    error.mockRestore();
  });
});

it('one file that cannot be judged keeps none of the others, and is looked at again', async () => {
  const [broken] = await Promise.all([orphan(), orphan(), orphan()]);
  const subjectOf: BlobStore['subjectOf'] = (key) =>
    key === broken ? Promise.reject(new Error('unreadable')) : core.blobs.subjectOf(key);
  expect(await sweep({ blobs: { ...core.blobs, subjectOf } })).toBe(2);
  expect(await left()).toEqual([broken]);
  expect(await sweep()).toBe(1);
});

it('the others are not looked at again for one that cannot be judged', async () => {
  const [broken] = [await orphan(), await runWithInput()];
  const subjectOf = vi.fn<BlobStore['subjectOf']>((key) =>
    key === broken ? Promise.reject(new Error('unreadable')) : core.blobs.subjectOf(key),
  );
  for (let time = 0; time < 3; time++) await sweep({ blobs: { ...core.blobs, subjectOf } });
  expect(subjectOf.mock.calls.filter(([key]) => key === broken)).toHaveLength(3);
  expect(subjectOf).toHaveBeenCalledTimes(3 + 1);
});

it('what another program keeps here is not opened, and a file that is gone meanwhile holds up nothing', async () => {
  const other = join(core.folder, 'other');
  await mkdir(other, { recursive: true });
  await writeFile(join(other, 'readme.txt~'), 'not one of ours');
  const old = new Date(Date.now() - 25 * HOUR_MS);
  await utimes(join(other, 'readme.txt~'), old, old);
  const [gone] = [await orphan(), await orphan()];
  const subjectOf = vi.fn<BlobStore['subjectOf']>((key) =>
    key === gone ? Promise.reject(new BlobNotFound(key)) : core.blobs.subjectOf(key),
  );
  const error = vi.spyOn(core.log, 'error');
  expect(await sweep({ blobs: { ...core.blobs, subjectOf } })).toBe(1);
  expect(await sweep({ blobs: { ...core.blobs, subjectOf } })).toBe(0);
  expect(subjectOf).toHaveBeenCalledTimes(2);
  expect(error).not.toHaveBeenCalled();
});

it('the stream of a subject is read once for all its files', async () => {
  const input = await runWithInput();
  const subject = input.replace(/executions\/(.*)\/input/, 'execution-$1');
  for (let file = 0; file < 5; file++) await put(`${input}-${file}`, subject);
  const readStream = vi.spyOn(core.eventStore, 'readStream');
  expect(await sweep()).toBe(5);
  expect(readStream).toHaveBeenCalledTimes(1);
  readStream.mockRestore();
});

it('a file is looked at once, however often there is a sweep', async () => {
  await runWithInput();
  const subjectOf = vi.fn(core.blobs.subjectOf);
  const blobs = { ...core.blobs, subjectOf };
  for (let time = 0; time < 3; time++) await sweep({ blobs });
  expect(subjectOf).toHaveBeenCalledTimes(1);
  const id = randomUUID();
  await put(`cases/${id}/documents/${randomUUID()}`, `case-${id}`, 23);
  expect(await sweep({ blobs, unnamedMs: 0 })).toBe(1);
});

it('a process that stops breaks it off, and the next sweep goes on from there', async () => {
  const now = Date.now();
  for (const hours of [27, 29, 30, 29, 28]) {
    const at = new Date(now - hours * HOUR_MS);
    await utimes(join(core.folder, `${await orphan()}~`), at, at);
  }
  const stopping = new AbortController();
  const subjectOf = vi.fn<BlobStore['subjectOf']>((key) => {
    if (subjectOf.mock.calls.length === 4) stopping.abort();
    return core.blobs.subjectOf(key);
  });
  const blobs = { ...core.blobs, subjectOf };
  // Two at a time, and with them all others that were stored at the same time as the last of them.
  expect(await sweep({ blobs, atOnce: 2 }, stopping.signal)).toBe(3);
  expect(await left()).toHaveLength(2);
  expect(await sweep({ blobs, atOnce: 2 })).toBe(2);
  expect(await left()).toEqual([]);
});

it('what was looked at before a sweep was broken off is not looked at again', async () => {
  for (let run = 0; run < 4; run++) {
    const input = await runWithInput();
    const at = new Date(Date.now() - (30 - run) * HOUR_MS);
    await utimes(join(core.folder, `${input}~`), at, at);
  }
  const stopping = new AbortController();
  const opened: string[] = [];
  const subjectOf: BlobStore['subjectOf'] = (key) => {
    if (opened.push(key) === 3) stopping.abort();
    return core.blobs.subjectOf(key);
  };
  const blobs = { ...core.blobs, subjectOf };
  await sweep({ blobs, atOnce: 2 }, stopping.signal);
  const before = opened.splice(0);
  await sweep({ blobs, atOnce: 2 });
  expect(opened).toHaveLength(2);
  expect(opened.filter((key) => before.slice(0, 2).includes(key))).toEqual([]);
});
