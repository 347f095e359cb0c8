import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Decider, DomainError, noneWithThisId } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';
import { assertTenantId } from '../core/tenant.js';
import { isShortText } from '../core/text.js';
import { SearchFoundNew } from './searchAlert.js';
import { nothingAsked, SAVED_KINDS, savedQuery, type SavedQuery } from './savedQuery.js';

/** What can be changed of a saved search, and is one version of it. */
export interface SavedSearchContent {
  /** 1 to 200 characters. Null once it is gone. */
  name: string | null;
  /** What it asks. Null once it is gone; nothing but its kind once its texts are erased. */
  asks: SavedQuery | null;
  /** Whether every key of its tenant sees it; else its owner's alone. */
  shared: boolean;
  /** Whether webhook endpoints are told when it finds what it had not found before. */
  alerts: boolean;
}

/** A search that somebody wants to run again. */
export interface SavedSearch extends SavedSearchContent {
  view_id: string;
  tenant_id: string;
  /** From 1; each change is the next. */
  version: number;
  /** Who saved it, for example `key:<id>`. */
  owner: string;
  /** Who changed it last. */
  changed_by: string;
  /** ISO 8601 */
  created_at: string;
  /** ISO 8601 */
  updated_at: string;
  /** When it lost what it was called and asked, ISO 8601; null while it has that, and where it was kept before that could be. */
  erased_at: string | null;
}

/** What a saved search was, or is, from one change to the next. */
export type SavedSearchVersion = SavedSearchContent &
  Pick<SavedSearch, 'version' | 'changed_by'> & { saved_at: string };

/** Most versions of a saved search: each is kept, and read with the others. */
export const MOST_VERSIONS = 100;

const LONGEST_NAME = 200;

const identity = { view_id: z.string(), tenant_id: z.string() };

const content = {
  ...{ name: z.string().nullable(), asks: savedQuery.nullable(), shared: z.boolean() },
  /** Absent in what was stored before there were alerts: none. */
  alerts: z.boolean().optional(),
};

/** Somebody saved a search. What it looks for can be about a person, and so can its name. */
export const SearchSaved = defineEvent(
  'SearchSaved',
  z.object({ ...identity, ...content, owner: z.string(), saved_at: z.string() }),
  { sealed: ['name', 'asks'] },
);

/** It is another one now: all of it as it is. */
export const SavedSearchChanged = defineEvent(
  'SavedSearchChanged',
  z.object({ ...identity, ...content, version: z.number(), changed_by: z.string(), changed_at: z.string() }),
  { sealed: ['name', 'asks'] },
);

/** It was deleted; nothing that it said is left. */
export const SavedSearchDeleted = defineEvent('SavedSearchDeleted', z.object({ ...identity, deleted_at: z.string() }));

/** It held a value of somebody who was erased: nothing that it said is left, in none of its versions. It is there still, and can be deleted. */
export const SavedSearchErased = defineEvent(
  'SavedSearchErased',
  z.object({
    ...identity,
    kind: z.enum(SAVED_KINDS),
    /** The stream of what was erased. */
    erased_with: z.string(),
    erased_at: z.string(),
  }),
);

/** What can happen to a saved search. */
export type SavedSearchEvent =
  | EventOf<typeof SearchSaved>
  | EventOf<typeof SavedSearchChanged>
  | EventOf<typeof SavedSearchErased>
  | EventOf<typeof SavedSearchDeleted>;

/** Event types of saved searches, for the registry. */
export const savedSearchEventDefinitions = [
  SearchSaved,
  SavedSearchChanged,
  SavedSearchErased,
  SavedSearchDeleted,
  SearchFoundNew,
] as const;

/** What can be asked of a saved search. `at` is the time, ISO 8601. */
export type SavedSearchCommand =
  | {
      type: 'save';
      search: Pick<SavedSearch, 'view_id' | 'tenant_id' | 'owner'> & SavedSearchContent;
      at: string;
    }
  /** `may_share`: whether who asks may say who sees it, which is its owner and the platform. */
  | { type: 'change'; content: SavedSearchContent; by: string; may_share: boolean; at: string }
  /** `erased_with` is the stream of what is erased. */
  | { type: 'erase'; kind: SavedQuery['kind']; erased_with: string; at: string }
  | { type: 'delete'; at: string };

/** What has become of a saved search; its versions with the latest at their end. */
export type SavedSearchState =
  | { status: 'not_there' }
  | { status: 'saved'; search: SavedSearch; versions: readonly SavedSearchVersion[] }
  | { status: 'deleted'; search: Pick<SavedSearch, 'view_id' | 'tenant_id'> };

/** The stream of a saved search; also the subject whose key seals what it says. */
export const savedSearchStream = (viewId: string): string => `savedSearch-${viewId}`;

/** The rules of saved searches: one is kept with what it was, until it is deleted. That its query can be read is seen to before. */
export const savedSearch: Decider<SavedSearchState, SavedSearchCommand, SavedSearchEvent> = {
  initial: { status: 'not_there' },
  trialsApart: true,

  decide(command, state) {
    switch (command.type) {
      case 'save':
        return save(command, state);
      case 'change':
        return change(command, state);
      case 'erase': {
        if (state.status !== 'saved' || state.search.erased_at !== null) return [];
        const { view_id, tenant_id } = state.search;
        const { kind, erased_with, at: erased_at } = command;
        return [{ type: 'SavedSearchErased', data: { view_id, tenant_id, kind, erased_with, erased_at } }];
      }
      case 'delete': {
        if (state.status === 'not_there') throw noneWithThisId('saved search');
        if (state.status === 'deleted') return []; // whoever finishes a deletion does all of it again
        const { view_id, tenant_id } = state.search;
        return [{ type: 'SavedSearchDeleted', data: { view_id, tenant_id, deleted_at: command.at } }];
      }
    }
  },

  evolve(state, event) {
    const before = state.status === 'saved' ? state : undefined;
    const search = applyToSavedSearch(before?.search, event);
    if (search && event.type === 'SavedSearchErased') {
      const versions = before?.versions ?? [];
      return { status: 'saved', search, versions: versions.map((one) => ({ ...one, name: null, asks: null })) };
    }
    if (search) return { status: 'saved', search, versions: [...(before?.versions ?? []), versionOf(search)] };
    const { view_id, tenant_id } = event.data;
    return event.type === 'SavedSearchDeleted' ? { status: 'deleted', search: { view_id, tenant_id } } : state;
  },
};

type Command<Type extends SavedSearchCommand['type']> = Extract<SavedSearchCommand, { type: Type }>;

function save({ search, at }: Command<'save'>, state: SavedSearchState): SavedSearchEvent[] {
  // Saving is repeated where its answer was lost in a crash: the first time counts.
  if (state.status !== 'not_there') return [];
  assertTenantId(search.tenant_id);
  assertName(search.name);
  return [{ type: 'SearchSaved', data: { ...search, saved_at: at } }];
}

function change({ content, by, may_share, at }: Command<'change'>, state: SavedSearchState): SavedSearchEvent[] {
  if (state.status !== 'saved') throw noneWithThisId('saved search');
  const { view_id, tenant_id, version, name, asks, shared, alerts, erased_at } = state.search;
  if (erased_at !== null) throw textsErased();
  assertName(content.name);
  if (isDeepStrictEqual(content, { name, asks, shared, alerts })) return [];
  if (content.shared !== shared && !may_share) {
    throw new DomainError('forbidden', 'Only who saved a search, or the platform, can change whether it is shared');
  }
  if (version >= MOST_VERSIONS) {
    const detail = `A saved search has at most ${MOST_VERSIONS} versions; save it as a new one`;
    throw new DomainError('rule_broken', detail);
  }
  const changed = { version: version + 1, changed_by: by, changed_at: at };
  return [{ type: 'SavedSearchChanged', data: { view_id, tenant_id, ...content, ...changed } }];
}

/** What everyone is told who asks for what a saved search said that is erased. */
export const textsErased = (): DomainError =>
  new DomainError('conflict', 'What the saved search asked was erased with a person whom it named; save another one');

function assertName(name: string | null): void {
  if (name !== null && isShortText(name, LONGEST_NAME)) return;
  throw new DomainError('invalid', `The field \`name\` must be 1 to ${LONGEST_NAME} characters that are not all blank`);
}

const versionOf = ({
  version,
  name,
  asks,
  shared,
  alerts,
  changed_by,
  updated_at,
}: SavedSearch): SavedSearchVersion => ({
  ...{ version, name, asks, shared, alerts, changed_by, saved_at: updated_at },
});

/** What an event makes of a saved search; undefined: there is none (any more). Shared with the read model. */
export function applyToSavedSearch(before: SavedSearch | undefined, event: SavedSearchEvent): SavedSearch | undefined {
  switch (event.type) {
    case 'SearchSaved': {
      const { view_id, tenant_id, name, asks, shared, alerts = false, owner, saved_at } = event.data;
      const by = { owner, changed_by: owner, created_at: saved_at, updated_at: saved_at };
      return { view_id, tenant_id, name, asks, shared, alerts, version: 1, ...by, erased_at: null };
    }
    case 'SavedSearchChanged': {
      const { name, asks, shared, alerts = false, version, changed_by, changed_at } = event.data;
      return before && { ...before, name, asks, shared, alerts, version, changed_by, updated_at: changed_at };
    }
    case 'SavedSearchErased': {
      const { kind, erased_at } = event.data;
      // Nobody is told what it finds, as it would find anything.
      const after = { name: null, asks: nothingAsked(kind), alerts: false };
      return before && { ...before, ...after, updated_at: erased_at, erased_at };
    }
    case 'SavedSearchDeleted':
      return undefined;
  }
}
