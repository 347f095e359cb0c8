import type { FaceRegistryCommands } from '../../commands/faces/faceRegistryCommands.js';
import type { Clock } from '../../platform/clock.js';
import type { Log } from '../../platform/log.js';

/** How old numbers without a face must be: a registration under way is over long before. */
const LEFT_AFTER_MS = 3_600_000;

/** Forgets the numbers of faces that a broken off registration left. */
export async function sweepVectors(
  { commands, clock, log }: { commands: { faceRegistry: Pick<FaceRegistryCommands, 'sweep'> }; clock: Clock; log: Log },
  stopping?: AbortSignal,
): Promise<void> {
  const before = new Date(clock().getTime() - LEFT_AFTER_MS);
  const { dropped, unknown } = await commands.faceRegistry.sweep(before, stopping);
  if (dropped > 0)
    log.info({ vectors: dropped }, 'numbers of faces were dropped that broken off registrations had left');
  if (unknown > 0) log.warn({ vectors: unknown }, 'of some numbers it cannot be told whether they belong to a face');
}
