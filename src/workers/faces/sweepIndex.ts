import type { IndexedFaces } from '../../commands/faces/indexedFaces.js';
import type { Log } from '../../platform/log.js';

/** Deletes what an index has of faces that are erased. */
export async function sweepIndex(
  { commands, log }: { commands: { indexedFaces: Pick<IndexedFaces, 'sweep'> }; log: Pick<Log, 'info'> },
  stopping: AbortSignal,
): Promise<void> {
  const vectors = await commands.indexedFaces.sweep(stopping);
  if (vectors > 0) log.info({ vectors }, 'faces were deleted in the index that had been erased before');
}
