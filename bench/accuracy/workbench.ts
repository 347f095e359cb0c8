import { join } from 'node:path';
import { keepReadings } from './keptReadings.js';
import type { Workbench } from './part.js';
import { createReader, readFolder, type ReadFile } from './readFolder.js';

/**
 * What is needed to measure.
 *
 * @param kept a folder to keep readings in; without it everything is read
 */
export async function createWorkbench(folder: string, kept?: string): Promise<Workbench> {
  const reader = createReader(kept === undefined ? null : await keepReadings(kept));
  const read = new Map<string, Promise<readonly ReadFile[]>>();
  return {
    folder,
    today: new Date().toISOString().slice(0, 10),
    read(part, options = {}) {
      const key = JSON.stringify([part, options]);
      const files = read.get(key) ?? readFolder(join(folder, part), reader, options);
      read.set(key, files);
      return files;
    },
    readBytes: async (name, bytes, options = {}) => ({ name, heldOut: false, ...(await reader(bytes, options)) }),
  };
}
