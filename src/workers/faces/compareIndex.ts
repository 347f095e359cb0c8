import type { IndexedFaces } from '../../commands/faces/indexedFaces.js';
import type { Log } from '../../platform/log.js';

/** Makes an index of faces what the database says. */
export async function compareIndex(
  { commands, log }: { commands: { indexedFaces: Pick<IndexedFaces, 'compare'> }; log: Pick<Log, 'info'> },
  stopping: AbortSignal,
): Promise<void> {
  const { deleted, registers } = await commands.indexedFaces.compare(stopping);
  if (deleted > 0) log.info({ deleted, registers }, 'faces were deleted in the index that had been erased before');
}
