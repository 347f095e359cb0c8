import type { Checkpoint } from './checkpoints.js';
import type { VersionOf } from './projection.js';

/** How long a version may stand still behind another one before it counts as left by its projector. */
export const LEFT_AFTER_SECONDS = 10;

/**
 * Which version of a read model a process shows: its own, unless another has come further. Then that one, until its own
 * is there: while it is built in an upgrade, and after a rollback until it has caught up with what happened meanwhile.
 * One that is served already stays so while it is a moment behind, as two that are both moved always are.
 */
export function chooseServed(own: VersionOf, served: number | undefined, checkpoints: readonly Checkpoint[]): number {
  const versions = checkpoints.filter(({ name }) => name === own.name);
  const positionOf = ({ position }: Pick<Checkpoint, 'position'>): bigint => position ?? -1n;
  const mine = versions.find(({ version }) => version === own.version);
  const furthest = versions.reduce<Checkpoint | undefined>(
    (best, one) => (best && positionOf(best) >= positionOf(one) ? best : one),
    mine,
  );
  if (!mine || !furthest) return furthest?.version ?? own.version;
  if (positionOf(mine) >= positionOf(furthest)) return own.version;
  return served === own.version && mine.idle < LEFT_AFTER_SECONDS ? own.version : furthest.version;
}
