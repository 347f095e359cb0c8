import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlobAdapter } from '../../src/platform/blobs/blobAdapter.js';
import {
  BlobDamaged,
  BlobKeyMissing,
  BlobNotFound,
  type BlobStore,
  type BrokenOff,
} from '../../src/platform/blobs/blobStore.js';
import { encryptedBlobs } from '../../src/platform/blobs/encryptedBlobs.js';
import { SubjectErased, type SubjectKeys } from '../../src/platform/sealing/subjectKeys.js';
import { openSubjectKeysAlone } from '../support/subjectKeys.js';

const FRAME = 64 * 1024;
/** Letters, the subject and its length, the sealed data key; then frames of 64 KiB and a tag of 16 bytes. */
const NAME_AT = 4 + 1;
const headerOf = (subject: string): number => NAME_AT + subject.length + 1 + 8 + 12 + 32 + 16;
const SEALED_FRAME = FRAME + 16;

const none = (): Promise<never> => Promise.reject(new Error('No key is to be asked for'));
const NO_KEYS = { obtain: none, find: none };

/** All that was broken off: older than a minute from now, as a store may tell the time in whole seconds. */
export const ANY: BrokenOff = { olderThanMs: -60_000, isOurs: () => true, stopping: new AbortController().signal };

/** A place for blobs. */
export interface BlobsUnderTest {
  open: () => Promise<BlobAdapter>;
  /** Leaves there what a put under a key leaves whose process is killed. */
  breakOff: (key: string) => Promise<void>;
  /** How many of those there are. */
  brokenOff: () => Promise<number>;
}

/** What every blob adapter promises, below and through the encryption. */
export function describeBlobs(name: string, { open, breakOff, brokenOff }: BlobsUnderTest): void {
  describe(`blobs in ${name}`, () => {
    const subject = `case-${randomUUID()}`;
    const HEADER = headerOf(subject);
    let subjectKeys: SubjectKeys;
    let closeKeys: () => Promise<void>;
    let adapter: BlobAdapter;
    let blobs: BlobStore;

    const stored = async (key: string): Promise<Buffer> => buffer((await adapter.get(key)).content);
    const store = (key: string, bytes: Buffer): Promise<void> => adapter.put(key, Readable.from([bytes]));
    const newKey = (): string => `runs/${randomBytes(8).toString('hex')}/input`;

    beforeAll(async () => {
      adapter = await open();
      ({ subjectKeys, close: closeKeys } = await openSubjectKeysAlone());
      blobs = encryptedBlobs({ adapter, subjectKeys });
    });
    afterAll(async () => {
      await blobs.close();
      await closeKeys();
    });

    it.each([0, 1, FRAME - 1, FRAME, FRAME + 1, 3 * FRAME, 9_000_001])(
      'gives back %i bytes as they were put, and their hash and size',
      async (size) => {
        const content = randomBytes(size);
        const ref = await blobs.put(newKey(), content, { subject });
        expect(ref).toMatchObject({ size, sha256: createHash('sha256').update(content).digest('hex') });
        expect((await blobs.read(ref.key)).equals(content)).toBe(true);
      },
    );

    it('takes a stream of chunks of any size', async () => {
      const chunks = [1, 70_000, 3, FRAME, 200_000].map((size) => randomBytes(size));
      const { key } = await blobs.put(newKey(), Readable.from(chunks), { subject });
      expect((await blobs.read(key)).equals(Buffer.concat(chunks))).toBe(true);
    });

    it.each([
      [0, 0],
      [10, 20],
      [FRAME - 1, FRAME],
      [FRAME, 2 * FRAME - 1],
      [150_000, 199_999],
      [199_999, 5_000_000],
    ])('gives the bytes from %i to %i, both included, up to the end', async (start, end) => {
      const content = randomBytes(200_000);
      const { key } = await blobs.put(newKey(), content, { subject });
      const range = await buffer(await blobs.get(key, { start, end }));
      expect(range.equals(content.subarray(start, end + 1))).toBe(true);
    });

    it('refuses a range that begins behind the end', async () => {
      const { key } = await blobs.put(newKey(), Buffer.from('short'), { subject });
      await expect(blobs.get(key, { start: 5, end: 9 })).rejects.toThrow(RangeError);
    });

    it('stores nothing that can be read without the key', async () => {
      const { key } = await blobs.put(newKey(), Buffer.from('ERIKSSON ANNA MARIA'.repeat(100)), { subject });
      expect((await stored(key)).includes('ERIKSSON')).toBe(false);
    });

    it('seals the same content differently each time', async () => {
      const [one, two] = [newKey(), newKey()];
      await blobs.put(one, Buffer.alloc(1000), { subject });
      await blobs.put(two, Buffer.alloc(1000), { subject });
      expect((await stored(one)).subarray(HEADER).equals((await stored(two)).subarray(HEADER))).toBe(false);
    });

    it('replaces what was put under a key before', async () => {
      const key = newKey();
      await blobs.put(key, randomBytes(100_000), { subject });
      await blobs.put(key, Buffer.from('new'), { subject });
      expect((await blobs.read(key)).toString()).toBe('new');
    });

    it('keeps what was there, and nothing of the new, when the stream breaks off', async () => {
      const key = newKey();
      await blobs.put(key, Buffer.from('old'), { subject });
      async function* broken(): AsyncGenerator<Buffer> {
        yield randomBytes(300_000);
        await Promise.resolve();
        throw new Error('the upload broke off');
      }
      await expect(blobs.put(key, Readable.from(broken()), { subject })).rejects.toThrow('the upload broke off');
      expect((await blobs.read(key)).toString()).toBe('old');
    });

    it('says when there is no such blob', async () => {
      await expect(blobs.read(newKey())).rejects.toThrow(BlobNotFound);
      await expect(blobs.get(newKey(), { start: 0, end: 1 })).rejects.toThrow(BlobNotFound);
    });

    it('deletes, and says whether there was anything', async () => {
      const { key } = await blobs.put(newKey(), Buffer.from('x'), { subject });
      expect(await blobs.delete(key)).toBe(true);
      expect(await blobs.delete(key)).toBe(false);
      await expect(blobs.read(key)).rejects.toThrow(BlobNotFound);
    });

    it.each(['', '../up', 'a/../b', '/root', 'a//b', '.hidden', 'a/', 'a\\b', 'a\0b', 'x'.repeat(600), 'a b'])(
      'refuses the key %j',
      async (key) => {
        await expect(blobs.put(key, Buffer.from('x'), { subject })).rejects.toThrow(TypeError);
        await expect(blobs.get(key)).rejects.toThrow(TypeError);
        await expect(blobs.delete(key)).rejects.toThrow(TypeError);
      },
    );

    const flipped = (bytes: Buffer, at: number): Buffer => {
      const copy = Buffer.from(bytes);
      copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
      return copy;
    };
    const damages: [string, (bytes: Buffer) => Buffer][] = [
      ['a byte of its head is flipped', (bytes) => flipped(bytes, 1)],
      ['a byte of its key is flipped', (bytes) => flipped(bytes, HEADER - 1)],
      ['a byte of its content is flipped', (bytes) => flipped(bytes, HEADER + 70_000)],
      ['its last byte is flipped', (bytes) => flipped(bytes, bytes.length - 1)],
      ['it is cut short by a byte', (bytes) => bytes.subarray(0, -1)],
      ['it is cut short at a frame', (bytes) => bytes.subarray(0, HEADER + 2 * SEALED_FRAME)],
      ['it is cut down to its head', (bytes) => bytes.subarray(0, HEADER)],
      ['it is empty', () => Buffer.alloc(0)],
      ['something is added', (bytes) => Buffer.concat([bytes, Buffer.from('more')])],
      [
        'two frames change places',
        (bytes) =>
          Buffer.concat([
            bytes.subarray(0, HEADER),
            bytes.subarray(HEADER + SEALED_FRAME, HEADER + 2 * SEALED_FRAME),
            bytes.subarray(HEADER, HEADER + SEALED_FRAME),
            bytes.subarray(HEADER + 2 * SEALED_FRAME),
          ]),
      ],
    ];
    it.each(damages)('says that a blob is damaged when %s', async (_, damage) => {
      const { key } = await blobs.put(newKey(), randomBytes(3 * FRAME), { subject });
      await store(key, damage(await stored(key)));
      await expect(blobs.read(key)).rejects.toThrow(BlobDamaged);
    });

    it('says that a blob is damaged when it was moved to another key', async () => {
      const { key } = await blobs.put(newKey(), Buffer.from('x'), { subject });
      const other = newKey();
      await store(other, await stored(key));
      await expect(blobs.read(other)).rejects.toThrow(BlobDamaged);
    });

    it('says that the key is missing, and which, when the subject is not here or has another key', async () => {
      const { key } = await blobs.put(newKey(), Buffer.from('x'), { subject });
      const elsewhere = await openSubjectKeysAlone();
      const others = encryptedBlobs({ adapter, subjectKeys: elsewhere.subjectKeys });
      await expect(others.read(key)).rejects.toThrow(BlobKeyMissing);
      await elsewhere.subjectKeys.obtain(subject);
      await expect(others.read(key)).rejects.toThrow((await subjectKeys.obtain(subject)).id);
      await elsewhere.close();
    });

    it('says that the key is missing when the header names another subject', async () => {
      const { key } = await blobs.put(newKey(), Buffer.from('x'), { subject });
      await store(key, flipped(await stored(key), NAME_AT + subject.length - 1));
      await expect(blobs.read(key)).rejects.toThrow(BlobKeyMissing);
    });

    it('cannot be read from a copy that comes back after its subject was erased', async () => {
      const erased = `case-${randomUUID()}`;
      const { key } = await blobs.put(newKey(), randomBytes(100_000), { subject: erased });
      const backUp = await stored(key);
      await blobs.delete(key);
      await subjectKeys.erase(erased);
      await store(key, backUp);
      await expect(blobs.read(key)).rejects.toThrow(BlobNotFound);
      await expect(blobs.get(key, { start: 0, end: 9 })).rejects.toThrow(BlobNotFound);
      await expect(blobs.put(key, Buffer.from('x'), { subject: erased })).rejects.toThrow(SubjectErased);
    });

    it('lists what is stored, each once and with when that was by the clock of the store, in pages', async () => {
      const keys = Array.from({ length: 3 }, newKey);
      for (const key of keys) await blobs.put(key, Buffer.from('x'), { subject });
      const gone = newKey();
      await blobs.put(gone, Buffer.from('x'), { subject });
      await blobs.delete(gone);
      const listed: { key: string; age: number }[] = [];
      for await (const { asOf, blobs: page } of blobs.list()) {
        expect(page.length).toBeGreaterThan(0);
        for (const { key, storedAt } of page) listed.push({ key, age: asOf.getTime() - storedAt.getTime() });
      }
      const mine = listed.filter(({ key }) => [...keys, gone].includes(key));
      expect(mine.map(({ key }) => key).sort()).toEqual([...keys].sort());
      // Whole seconds in some stores; a clock of another machine would be far off.
      for (const { age } of mine) expect(Math.abs(age)).toBeLessThan(600_000);
    });

    it('lists more than fit on one page, each once', async () => {
      const folder = `runs/${randomUUID()}`;
      const keys = Array.from({ length: 1_010 }, (_, index) => `${folder}/${index}`);
      await pLimit(20).map(keys, (key) => store(key, Buffer.from('x')));
      const pages: string[][] = [];
      for await (const page of blobs.list()) pages.push(page.blobs.map(({ key }) => key));
      expect(
        pages
          .flat()
          .filter((key) => key.startsWith(folder))
          .sort(),
      ).toEqual(keys.sort());
      expect(pages.length).toBeGreaterThan(1);
    });

    it('says whose a blob is without its key', async () => {
      const { key } = await blobs.put(newKey(), Buffer.from('x'), { subject });
      expect(await encryptedBlobs({ adapter, subjectKeys: NO_KEYS }).subjectOf(key)).toBe(subject);
      await store(key, flipped(await stored(key), 1));
      await expect(blobs.subjectOf(key)).rejects.toThrow(BlobDamaged);
      await expect(blobs.subjectOf(newKey())).rejects.toThrow(BlobNotFound);
    });

    it('removes what a put left that was broken off, once that is old enough, and nothing that is stored', async () => {
      const { key } = await blobs.put(newKey(), Buffer.from('whole'), { subject });
      await breakOff(newKey());
      expect(await blobs.removeBrokenOff({ ...ANY, olderThanMs: 3_600_000 })).toBe(0);
      expect(await brokenOff()).toBe(1);
      expect(await blobs.removeBrokenOff(ANY)).toBe(1);
      expect(await brokenOff()).toBe(0);
      expect((await blobs.read(key)).toString()).toBe('whole');
    });

    it('removes no more of it once it is to stop', async () => {
      await breakOff(newKey());
      expect(await blobs.removeBrokenOff({ ...ANY, stopping: AbortSignal.abort() })).toBe(0);
      expect(await brokenOff()).toBe(1);
      expect(await blobs.removeBrokenOff(ANY)).toBe(1);
    });

    it('answers a ping', async () => {
      await expect(blobs.ping()).resolves.toBeUndefined();
      await expect(blobs.assertRoom()).resolves.toBeUndefined();
    });
  });
}
