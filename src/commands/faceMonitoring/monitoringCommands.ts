import { assertOwnWorld } from '../../domain/core/ownWorld.js';
import {
  isWatchlist,
  registeredFace,
  type RegisteredFace,
  registeredFaceStream,
  watchlistMonitoring,
  type WatchlistMonitoring,
  watchlistMonitoringStream,
} from '../../domain/faces/index.js';
import type { BulkJobs, BulkKind } from '../../platform/bulkWork/bulkWork.js';
import type { Clock } from '../../platform/clock.js';
import { committed, type CommandHandler } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import type { KeptFaces } from './keptFaces.js';
import {
  REVERSE_SEARCH,
  type ReverseSearchParameters,
  reverseSearchKind,
  type ReverseSearchDeps,
} from './reverseSearchKind.js';

/** Faces of cases that were judged, compared with whoever joins a watchlist. */
export interface WatchlistMonitoringCommands {
  /** Whether faces of a tenant's cases are kept and compared. */
  monitoring(tenant_id: string): Promise<WatchlistMonitoring>;
  /**
   * Has the faces of cases kept from now on, to be compared with whoever joins a watchlist; or no more, and forgets those that are kept. May be
   * repeated, and finishes then what a crash broke off. @throws DomainError `forbidden` for a test key
   */
  setMonitoring(context: CommandContext, monitors: boolean): Promise<Committed<WatchlistMonitoring>>;
  /**
   * Begins to compare a face that joined a watchlist with those that are kept; once, however often it is asked for.
   * @throws Error while searches do not show the face yet: a case that is judged meanwhile would miss it
   */
  begin(registration_id: string): Promise<void>;
  /** Forgets kept faces that nobody wants, or whose keeping was broken off. */
  sweep(): Promise<void>;
  /** How workers compare. */
  work(noteHit: ReverseSearchDeps['noteHit']): BulkKind<ReverseSearchParameters>;
}

declare module '../core/commands.js' {
  interface Commands {
    watchlistMonitoring: WatchlistMonitoringCommands;
  }
}

/** What the commands stand on. */
export interface WatchlistMonitoringDeps extends Omit<ReverseSearchDeps, 'noteHit' | 'kept'> {
  handler: CommandHandler;
  kept: KeptFaces;
  jobs: Pick<BulkJobs, 'start'>;
  clock: Clock;
  /** A face as searches find it. */
  findFace(registration_id: string): Promise<RegisteredFace | undefined>;
}

/** Creates the commands. */
export function createWatchlistMonitoring(deps: WatchlistMonitoringDeps): WatchlistMonitoringCommands {
  const { handler, kept, jobs, clock, findFace } = deps;
  return {
    monitoring: async (tenant_id) =>
      (await handler.load(watchlistMonitoringStream(tenant_id), watchlistMonitoring)).state,

    async setMonitoring(context, monitors) {
      // What is meant is kept too: who only tries must not begin or end that.
      assertOwnWorld(context, 'live');
      const { tenant_id, actor } = context;
      const command = { type: 'monitor' as const, tenant_id, monitors, by: actor, at: clock().toISOString() };
      const stream = watchlistMonitoringStream(tenant_id);
      const set = await handler.handle({ stream, decider: watchlistMonitoring, command, context });
      if (!set.state.monitors) await kept.forgetTenant(tenant_id);
      return committed(set.state, set);
    },

    async begin(registration_id) {
      const { state } = await handler.load(registeredFaceStream(registration_id), registeredFace);
      if (state.status !== 'registered' || !isWatchlist(state.face.database)) return;
      if (!(await findFace(registration_id))) throw new Error('Searches do not show the face yet');
      const { mode, vectors, vector_id } = state.face;
      if ((await kept.after({ mode, vectors }, null, 1)).length === 0) return;
      await jobs.start({ name: REVERSE_SEARCH }, { registration_id } satisfies ReverseSearchParameters, vector_id);
    },

    sweep: () => kept.sweep(),
    work: (noteHit) => reverseSearchKind({ ...deps, noteHit }),
  };
}
