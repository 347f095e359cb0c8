import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createFilesystemBlobs } from '../../src/platform/blobs/filesystemBlobs.js';
import { NoRoomForBlobs } from '../../src/platform/blobs/blobStore.js';
import { mountSmallDisk } from '../support/smallDisk.js';

const disk = await mountSmallDisk(8);

test.skipIf(!disk)(
  'a disk that is full is said, keeps what it has, and takes files again once there is room',
  async () => {
    const { folder, fill, free, close } = disk!;
    try {
      const blobs = await createFilesystemBlobs({ folder: join(folder, 'blobs') });
      const put = (key: string, size: number) => blobs.put(key, Readable.from([Buffer.alloc(size, 7)]));
      const sizeOf = async (key: string) => (await buffer((await blobs.get(key)).content)).byteLength;
      await put('kept', 100_000);
      await fill();
      await expect(put('lost', 100_000)).rejects.toBeInstanceOf(NoRoomForBlobs);
      await expect(put('kept', 200_000)).rejects.toBeInstanceOf(NoRoomForBlobs);
      await expect(blobs.assertRoom()).rejects.toBeInstanceOf(NoRoomForBlobs);
      await blobs.ping();
      expect(await sizeOf('kept')).toBe(100_000);
      await free();
      await blobs.assertRoom();
      await put('lost', 100_000);
      expect(await sizeOf('lost')).toBe(100_000);
    } finally {
      await close();
    }
  },
);
