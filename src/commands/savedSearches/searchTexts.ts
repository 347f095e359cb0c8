import {
  SAVED_KINDS,
  savedSearch,
  type SavedSearch,
  type SavedSearchEvent,
  type SavedSearchState,
  savedSearchStream,
} from '../../domain/savedSearches/index.js';
import type { DomainEvent } from '../../domain/core/event.js';
import type { FieldValue } from '../../domain/documents/index.js';
import type { Clock } from '../../platform/clock.js';
import type { RecordedEvent } from '../../platform/eventStore/eventStore.js';
import type { ErasureNote } from '../../platform/sealing/subjectKeys.js';
import type { SavedSearchQueries } from '../../projections/savedSearches/savedSearchesProjection.js';
import { committed, type CommandHandler, type Handled } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import {
  forget,
  type ForgetDeps,
  type ForgetElsewhere,
  type Forgetting,
  type Forgotten,
  forgetWhole,
} from '../core/forget.js';
import { saysOneOf, tellingValues } from './tellingValues.js';

/** Reaches what saved searches say of somebody who is erased. */
export interface SearchTexts {
  /**
   * Which saved searches of a tenant say, in one of their versions, what these documents say of a person; ids. To be asked while that can
   * still be read.
   */
  naming(tenant_id: string, documents: readonly { readonly [field: string]: FieldValue }[]): Promise<string[]>;
  /**
   * Erases what a saved search is called and asked, in all of its versions: they are sealed under one key. Can be repeated, and finishes
   * what a crash broke off. Does nothing to one that is not there, or is deleted.
   * @param erased_with The stream of what is erased
   */
  eraseTexts(context: CommandContext, view_id: string, erased_with: string): Promise<Committed<void>>;
}

/** What that stands on. */
export interface SearchTextsDeps extends ForgetDeps, ForgetElsewhere {
  handler: Pick<CommandHandler, 'handle' | 'loadToErase'>;
  saved: Pick<SavedSearchQueries, 'list'>;
  clock: Clock;
}

/** Saved searches that are looked at in one go. */
const PAGE = 200;

/** Creates it. */
export function createSearchTexts(deps: SearchTextsDeps): SearchTexts {
  const { handler, saved } = deps;
  const saysSo = async ({ view_id }: Pick<SavedSearch, 'view_id'>, telling: ReadonlySet<string>): Promise<boolean> => {
    // Its stream, as the read model may be late, and has no earlier versions.
    const { state } = await handler.loadToErase(savedSearchStream(view_id), savedSearch);
    return state.status === 'saved' && state.versions.some((version) => saysOneOf(version, telling));
  };
  return {
    async naming(tenant_id, documents) {
      const telling = tellingValues(documents);
      const named: string[] = [];
      if (telling.size === 0) return named;
      let after: SavedSearch | undefined;
      do {
        const page: SavedSearch[] = await saved.list({ tenant_id, after, limit: PAGE });
        for (const search of page) if (await saysSo(search, telling)) named.push(search.view_id);
        after = page.length === PAGE ? page.at(-1) : undefined;
      } while (after);
      return named;
    },

    async eraseTexts(context, view_id, erased_with) {
      const stream = savedSearchStream(view_id);
      const { state, mode } = await handler.loadToErase(stream, savedSearch);
      if (state.status !== 'saved') return committed(undefined);
      // It is erased with what held the same value, whether a test or not.
      const its = { ...context, tenant_id: state.search.tenant_id, mode };
      const note = { erased_with, kind: state.search.asks?.kind ?? SAVED_KINDS[0] };
      const record = (noted: ErasureNote) =>
        handler.handle({ stream, decider: savedSearch, context: its, command: commandOf(noted, note, deps.clock()) });
      const handled = await forgetWhole<SavedSearchState, SavedSearchEvent>(deps, {
        ...{ stream, id: view_id, context: its, note, record },
      });
      return committed(undefined, handled);
    },
  };
}

/** What is left to do by what was noted when its key went: a deletion that was broken off is one still. */
function commandOf(noted: ErasureNote, asked: { erased_with: string; kind: string }, now: Date) {
  const at = now.toISOString();
  if (noted['tenant_id'] !== undefined && noted['erased_with'] === undefined) return { type: 'delete', at } as const;
  const { erased_with, kind } = { ...asked, ...noted };
  return { type: 'erase', kind: SAVED_KINDS.find((one) => one === kind) ?? SAVED_KINDS[0], erased_with, at } as const;
}

/** What is forgotten together with the texts of saved searches that name it. */
export interface ForgettingNamed<State, Event> extends Omit<Forgetting<State, Event>, 'record'> {
  /** What its documents say of a person. */
  said: Parameters<SearchTexts['naming']>[1];
  /** Records the fact, which names the saved searches that are erased with it. */
  record(saved_searches: string[]): Promise<Handled<State, Event>>;
}

/**
 * Forgets an aggregate, and what saved searches of its tenant say of it. Which these are is noted with its erasure and stands in the fact, so that
 * whoever finishes it knows them: what they are told by can be read no more then.
 */
export async function forgetNamed<State, Event extends DomainEvent>(
  deps: ForgetDeps & { searchTexts: SearchTexts },
  { said, note, record, ...forgetting }: ForgettingNamed<State, Event>,
): Promise<{ forgotten: Forgotten<State, Event>; view_ids: string[]; texts: Committed<void>[] }> {
  const { context, stream } = forgetting;
  const named = await deps.searchTexts.naming(context.tenant_id, said);
  const forgotten = await forget(deps, {
    ...forgetting,
    note: { ...note, ...(named.length > 0 && { saved_searches: named.join(' ') }) },
    record: (noted) => record(noted['saved_searches']?.split(' ') ?? []),
  });
  const view_ids = forgotten.recorded.flatMap(searchesIn);
  const texts: Committed<void>[] = [];
  for (const view_id of view_ids) texts.push(await deps.searchTexts.eraseTexts(context, view_id, stream));
  return { forgotten, view_ids, texts };
}

/** The saved searches that the fact of an erasure names. */
function searchesIn({ data }: Pick<RecordedEvent, 'data'>): string[] {
  const ids = data['saved_searches'];
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}
