import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { archiveType, unpackArchive } from '../../../../src/platform/archives/unpackArchive.js';
import { ARCHIVE_LIMITS, ArchiveTooLarge, ArchiveUnreadable } from '../../../../src/platform/archives/unpacking.js';
import { tarGzOf, tarOf, zipOf } from '../../../support/archives.js';

const MIB = 1024 * 1024;
const page = Buffer.from('%PDF-1.7 a page');
const SYMLINK = 0o120777;
const DEVICE = 0o020666;

/** The same files packed in each way. */
const packers = {
  zip: (files: { name: string; bytes: Buffer }[]) => Promise.resolve(zipOf(...files)),
  tar: (files: { name: string; bytes: Buffer }[]) => tarOf(...files),
  'tar.gz': (files: { name: string; bytes: Buffer }[]) => tarGzOf(...files),
};

const namesIn = async (archive: Buffer) => {
  const { files, skipped } = await unpackArchive(archive);
  return { files: files.map(({ filename }) => filename), skipped };
};

describe.each(Object.entries(packers))('a %s file', (_kind, packed) => {
  it('gives its files in their order, with their paths and bytes', async () => {
    const other = randomBytes(100_000);
    const { files, skipped } = await unpackArchive(
      await packed([
        { name: 'front.pdf', bytes: page },
        { name: 'a folder/Überweisung.pdf', bytes: other },
      ]),
    );
    expect(files.map(({ filename }) => filename)).toEqual(['front.pdf', 'a folder/Überweisung.pdf']);
    expect(files[0]?.bytes.equals(page)).toBe(true);
    expect(files[1]?.bytes.equals(other)).toBe(true);
    expect(skipped).toEqual([]);
  });

  it.each([
    ['../evil.pdf', 'has a path that leads out of the archive'],
    ['a/../../evil.pdf', 'has a path that leads out of the archive'],
    ['/etc/evil.pdf', 'has a path that leads out of the archive'],
    ['C:\\evil.pdf', 'has a path that leads out of the archive'],
    ['a\\..\\..\\evil.pdf', 'has a path that leads out of the archive'],
    ['\\\\server\\share\\evil.pdf', 'has a path that leads out of the archive'],
    ['__MACOSX/front.pdf', 'is hidden'],
    ['scans/.DS_Store', 'is hidden'],
    ['line\nfeed.pdf', 'has control characters in its name'],
    [`${'a/'.repeat(20)}deep.pdf`, 'lies too deep in folders'],
    [`${'x'.repeat(600)}.pdf`, 'has too long a name'],
  ])('passes over %j, and says why', async (name, reason) => {
    const archive = await packed([
      { name, bytes: page },
      { name: 'good.pdf', bytes: page },
    ]);
    const { files, skipped } = await namesIn(archive);
    expect(files).toEqual(['good.pdf']);
    // A zip that was packed on Windows is read with the separators that zip knows.
    const named = skipped.map((one) => ({ ...one, filename: one.filename.replaceAll('\\', '/') }));
    expect(named).toEqual([{ filename: name.slice(0, 512).replaceAll('\\', '/'), reason }]);
  });

  it('passes over an empty file', async () => {
    const archive = await packed([{ name: 'empty.pdf', bytes: Buffer.alloc(0) }]);
    expect(await namesIn(archive)).toEqual({ files: [], skipped: [{ filename: 'empty.pdf', reason: 'is empty' }] });
  });

  it('holds at most so many files, so much in one file and so much in all', async () => {
    const three = await packed(['1', '2', '3'].map((name) => ({ name, bytes: randomBytes(6_000) })));
    const within = { ...ARCHIVE_LIMITS, files: 3, fileBytes: 6_000, totalBytes: 18_000 };
    expect((await unpackArchive(three, within)).files).toHaveLength(3);
    for (const limits of [{ files: 2 }, { entries: 2 }, { fileBytes: 5_999 }, { totalBytes: 17_999 }]) {
      await expect(unpackArchive(three, { ...within, ...limits })).rejects.toThrow(ArchiveTooLarge);
    }
  });

  it('is refused where it is cut off', async () => {
    const whole = await packed([{ name: 'front.pdf', bytes: randomBytes(50_000) }]);
    await expect(unpackArchive(whole.subarray(0, 20_000))).rejects.toThrow(ArchiveUnreadable);
  });
});

describe('links, devices and folders are no files', () => {
  it('in a zip', async () => {
    const archive = zipOf(
      { name: 'folder/', mode: 0o040755 },
      { name: 'link.pdf', bytes: Buffer.from('/etc/passwd'), mode: SYMLINK },
      { name: 'device.pdf', mode: DEVICE },
      { name: 'good.pdf', bytes: page },
    );
    const reason = 'is a link or a device, not a file';
    expect(await namesIn(archive)).toEqual({
      files: ['good.pdf'],
      skipped: [
        { filename: 'link.pdf', reason },
        { filename: 'device.pdf', reason },
      ],
    });
  });

  it('in a tar', async () => {
    const archive = await tarOf(
      { name: 'folder', type: 'directory' },
      { name: 'soft.pdf', type: 'symlink', linkname: '/etc/passwd' },
      { name: 'hard.pdf', type: 'link', linkname: 'good.pdf' },
      { name: 'device.pdf', type: 'character-device', devmajor: 1, devminor: 3 },
      { name: 'pipe.pdf', type: 'fifo' },
      { name: './good.pdf', bytes: page },
    );
    const reason = 'is a link or a device, not a file';
    expect(await namesIn(archive)).toEqual({
      files: ['good.pdf'],
      skipped: ['soft.pdf', 'hard.pdf', 'device.pdf', 'pipe.pdf'].map((filename) => ({ filename, reason })),
    });
  });
});

describe('an archive that was made to harm', () => {
  it('is refused by its ratio, long before it is unpacked', async () => {
    const zeros = { name: 'zeros.pdf', bytes: Buffer.alloc(19 * MIB) };
    for (const archive of [zipOf(zeros), await tarGzOf(zeros)]) {
      await expect(unpackArchive(archive)).rejects.toThrow(/250 times its size/);
    }
  });

  it('is refused for what is in its gzip beside the files', async () => {
    const link = { type: 'symlink' as const, linkname: 'x' };
    const entries = Array.from({ length: 60 }, (_, index) => ({ name: `${index}`, ...link }));
    const limits = { ...ARCHIVE_LIMITS, totalBytes: 10_000 };
    await expect(unpackArchive(await tarGzOf(...entries), limits)).rejects.toThrow(ArchiveTooLarge);
  });

  it('does not get a file taken whose checksum is wrong', async () => {
    const archive = zipOf({ name: 'altered.pdf', bytes: page, crc: 1 });
    expect(await namesIn(archive)).toEqual({ files: [], skipped: [{ filename: 'altered.pdf', reason: 'is damaged' }] });
  });

  it('is unreadable where it is encrypted', async () => {
    const archive = zipOf({ name: 'secret.pdf', bytes: page, encrypted: true });
    await expect(unpackArchive(archive)).rejects.toThrow('is encrypted');
  });
});

it('what is no archive is told by its content', async () => {
  expect(archiveType(zipOf())).toBe('application/zip');
  expect(archiveType(await tarOf({ name: 'a' }))).toBe('application/x-tar');
  expect(archiveType(await tarGzOf({ name: 'a' }))).toBe('application/gzip');
  for (const bytes of [page, Buffer.alloc(0), Buffer.alloc(600)]) {
    expect(archiveType(bytes)).toBeUndefined();
    await expect(unpackArchive(bytes)).rejects.toThrow('is neither zip, tar nor tar.gz');
  }
});
