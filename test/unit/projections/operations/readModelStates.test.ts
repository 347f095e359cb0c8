import { describe, expect, it } from 'vitest';
import { toPosition } from '../../../../src/platform/eventStore/eventStore.js';
import type { RebuildState, VersionProgress } from '../../../../src/projections/core/buildProgress.js';
import { stateOf } from '../../../../src/projections/operations/readModelStates.js';

const now = new Date('2026-03-01T12:00:00.000Z');
const secondsAgo = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);

const version = (of: number, position: number, more: Partial<VersionProgress> = {}): VersionProgress => ({
  ...{ name: 'cases', version: of, position: toPosition(position), error: null },
  ...{ begun_at: secondsAgo(100), moved_at: now, idle: 0, ...more },
});
const rebuild = (more: Partial<RebuildState>): RebuildState => ({
  ...version(2, 250),
  ...{ events: 240, shares: 0, held: true, from: undefined, seconds: 100, ...more },
});

/** What is told of a log of 1,000 positions, of which version 2 is served, in a process whose own version is `own`. */
const told = (parts: { checkpoints?: VersionProgress[]; rebuilds?: RebuildState[] }, own = 2) =>
  stateOf(
    { now, checkpoints: [version(2, 1_000), ...(parts.checkpoints ?? [])], rebuilds: parts.rebuilds ?? [] },
    { name: 'cases', own, served: 2, head: toPosition(1_000) },
  ).builds;

describe('what is told of a read model that is built', () => {
  it('says how far a rebuild is, and expects its end at the speed since it was gone on with', () => {
    const [build] = told({ rebuilds: [rebuild({ from: toPosition(150) })] });
    expect(build).toMatchObject({ state: 'running', why: 'rebuild', done: 0.25, events: 240 });
    // 100 positions in 100 seconds, and 750 are left.
    expect(build?.expected_end).toEqual(secondsAgo(-750));
  });

  it.each([
    ['after a moment', { seconds: 4 }],
    ['where it has stood for over a minute', { idle: 61 }],
    ['where it has not moved', { from: toPosition(250) }],
    ['where nobody noted since when', { seconds: null }],
    ['where all events are in it', { position: toPosition(1_000) }],
  ])('expects no end %s', (_, more) => {
    expect(told({ rebuilds: [rebuild(more)] })).toMatchObject([{ state: 'running', expected_end: null }]);
  });

  it('tells a rebuild that nobody is at from one that cannot go on', () => {
    const [left, stopped] = [rebuild({ held: false }), rebuild({ held: false, error: 'Event 7 cannot be read' })];
    expect(told({ rebuilds: [left] })).toMatchObject([{ state: 'left', expected_end: null, error: null }]);
    expect(told({ rebuilds: [stopped] })).toMatchObject([{ state: 'stopped', error: 'Event 7 cannot be read' }]);
  });

  it('takes a version that catches up for an upgrade, and says what it stops at', () => {
    expect(told({ checkpoints: [version(3, 500)] })).toMatchObject([
      { version: 3, why: 'upgrade', state: 'running', done: 0.5, expected_end: secondsAgo(-100) },
    ]);
    expect(told({ checkpoints: [version(3, 500, { error: 'At event 501', idle: 900 })] })).toMatchObject([
      { state: 'stopped', error: 'At event 501' },
    ]);
  });

  it('tells nothing of the version that an upgrade left behind, but of the own one after a rollback', () => {
    const behind = [version(1, 500, { idle: 900 })];
    expect(told({ checkpoints: behind })).toEqual([]);
    expect(told({ checkpoints: behind }, 1)).toMatchObject([{ version: 1, state: 'left' }]);
  });
});
