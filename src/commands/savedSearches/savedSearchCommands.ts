import { v7 as newId } from 'uuid';
import { DomainError, noneWithThisId } from '../../domain/core/decider.js';
import { assertOwnWorld } from '../../domain/core/ownWorld.js';
import {
  type SavedQuery,
  savedSearch,
  type SavedSearch,
  savedSearchStream,
  type SavedSearchVersion,
} from '../../domain/savedSearches/index.js';
import type { Clock } from '../../platform/clock.js';
import type { SavedSearchQueries } from '../../projections/savedSearches/savedSearchesProjection.js';
import { conditionWanted } from '../../projections/search/searchWanted.js';
import { assertRevision, committed, type CommandHandler } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { type ForgetDeps, type ForgetElsewhere, forgetWhole } from '../core/forget.js';
import type { SearchTexts } from './searchTexts.js';

/** What a saved search is to be. */
export interface SavedSearchInput {
  name: string;
  asks: SavedQuery;
  shared: boolean;
  alerts: boolean;
}

/** A change of a saved search, which is the whole of it. */
export interface ChangeSavedSearchInput extends SavedSearchInput {
  /** Whether who asks may say who sees it. */
  may_share: boolean;
  /** Revisions at one of which alone it is changed; any where it is left out. */
  ifRevision?: readonly bigint[] | undefined;
}

/** What can be asked of saved searches. Whether who asks may see one is seen to before. */
export interface SavedSearchCommands extends Pick<SearchTexts, 'eraseTexts'> {
  /**
   * Saves a search for the context's tenant.
   * @param view_id For a retried request the id that it was given before
   * @throws DomainError `invalid` for a name or a query that is wrong, `rule_broken` where the tenant has too many
   */
  save(context: CommandContext, input: SavedSearchInput, view_id?: string): Promise<Committed<SavedSearch>>;
  /**
   * Makes it another one, which is its next version; nothing where it is that already.
   * @throws DomainError `invalid`, `not_found`, `changed`, `forbidden` for who may not share it, `rule_broken` where it has too many versions
   */
  change(context: CommandContext, view_id: string, input: ChangeSavedSearchInput): Promise<Committed<SavedSearch>>;
  /** What it was and is, newest first. @throws DomainError `not_found` */
  versions(view_id: string): Promise<SavedSearchVersion[]>;
  /**
   * Deletes it with all that it said. Can be repeated, and finishes what a crash broke off.
   * @throws DomainError `not_found`, `changed`
   */
  remove(context: CommandContext, view_id: string, ifRevision?: readonly bigint[]): Promise<Committed<void>>;
}

/** What the commands of saved searches stand on. */
export interface SavedSearchCommandsDeps extends ForgetDeps, ForgetElsewhere {
  handler: CommandHandler;
  /**
   * How many a tenant has, by the read model: a bound of what is kept, which those who save at the same moment may pass by as many as
   * they are.
   */
  saved: Pick<SavedSearchQueries, 'count'>;
  searchTexts: Pick<SearchTexts, 'eraseTexts'>;
  clock: Clock;
  /** For tests: `MOST_SAVED`. */
  mostSaved?: number;
}

declare module '../core/commands.js' {
  interface Commands {
    savedSearches: SavedSearchCommands;
  }
}

/** Most saved searches of one tenant. */
const MOST_SAVED = 500;

/** Creates the commands of saved searches. */
export function createSavedSearchCommands(deps: SavedSearchCommandsDeps): SavedSearchCommands {
  const { handler, clock } = deps;
  return {
    async save(context, { name, asks, shared, alerts }, view_id = newId()) {
      const stream = savedSearchStream(view_id);
      const at = clock();
      assertReadable(asks, at);
      const known = await handler.load(stream, savedSearch);
      if (known.state.status === 'not_there') await assertRoom(deps, context.tenant_id);
      const search = { view_id, tenant_id: context.tenant_id, owner: context.actor, name, asks, shared, alerts };
      const saved = await handler.handle({
        ...{ stream, decider: savedSearch, context, known },
        command: { type: 'save', search, at: at.toISOString() },
      });
      if (saved.state.status !== 'saved') throw new DomainError('conflict', 'The saved search was deleted meanwhile');
      return committed(saved.state.search, saved);
    },

    async change(context, view_id, { name, asks, shared, alerts, may_share, ifRevision }) {
      const at = clock();
      assertReadable(asks, at);
      const changed = await handler.handle({
        ...{ stream: savedSearchStream(view_id), decider: savedSearch, context, ifRevision },
        command: {
          ...{ type: 'change', content: { name, asks, shared, alerts }, by: context.actor, may_share },
          at: at.toISOString(),
        },
      });
      if (changed.state.status !== 'saved') throw noneWithThisId('saved search');
      return committed(changed.state.search, changed);
    },

    async versions(view_id) {
      const { state } = await handler.load(savedSearchStream(view_id), savedSearch);
      if (state.status !== 'saved') throw noneWithThisId('saved search');
      return state.versions.toReversed();
    },

    eraseTexts: deps.searchTexts.eraseTexts,

    async remove(context, view_id, ifRevision) {
      const stream = savedSearchStream(view_id);
      const { state, revision, mode } = await handler.loadToErase(stream, savedSearch);
      if (state.status === 'not_there') throw noneWithThisId('saved search');
      assertOwnWorld(context, mode);
      assertRevision(revision, ifRevision); // before the key is gone: what is refused loses nothing
      const command = { type: 'delete', at: clock().toISOString() } as const;
      const record = () => handler.handle({ stream, decider: savedSearch, context, command });
      return committed(undefined, await forgetWhole(deps, { stream, id: view_id, context, record }));
    },
  };
}

/** Holds what is to be saved to what a search takes. @throws DomainError `invalid`, which says where a query is wrong */
function assertReadable({ kind, query, filters, time }: SavedQuery, now: Date): void {
  const within = time && { field: time.field, from: time.from ?? undefined, to: time.to ?? undefined };
  conditionWanted({ kind, query, filters, time: within ?? undefined }, now);
}

async function assertRoom(
  { saved, mostSaved = MOST_SAVED }: Pick<SavedSearchCommandsDeps, 'saved' | 'mostSaved'>,
  tenant_id: string,
): Promise<void> {
  if ((await saved.count(tenant_id, mostSaved)) < mostSaved) return;
  throw new DomainError(
    'rule_broken',
    `The tenant has ${mostSaved} saved searches, and takes no more; delete some first`,
  );
}
