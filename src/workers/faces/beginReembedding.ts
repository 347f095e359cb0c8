import type { FaceRegistryCommands } from '../../commands/faces/faceRegistryCommands.js';
import type { Log } from '../../platform/log.js';

/**
 * Says once, as this process starts, that its networks are meant from now on. Where that fails nobody waits for it: until another start faces are
 * compared as before.
 * @returns resolves once it is said
 */
export function beginReembedding({
  commands: { faceRegistry },
  log,
}: {
  commands: { faceRegistry: Pick<FaceRegistryCommands, 'reembedding'> };
  log: Log;
}): () => Promise<void> {
  const begun = faceRegistry.reembedding.begin().catch((error: unknown) => {
    log.error({ err: error }, 'whether registers of faces are to go over to other networks could not be found out');
  });
  return () => begun;
}
