import { expect, test } from 'vitest';
import { mountSmallDisk } from '../support/smallDisk.js';
import { fillDisk } from './fullDisk.js';

/** Room for a new database and a little; only root may make such a disk. */
const disk = await mountSmallDisk(320);

test.skipIf(!disk)(
  'nothing acknowledged is lost while the disk is full, the service says so, and is well again once there is room',
  async () => {
    try {
      const { wrong, said } = await fillDisk(disk!);
      expect(wrong, `${wrong.join('\n')}\n${said.slice(-20_000)}`).toEqual([]);
    } finally {
      await disk!.close();
    }
  },
  900_000,
);
