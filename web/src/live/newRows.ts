import type { Schemas } from '../api/schemas.js';
import { createStore } from '../state/store.js';

type Kind = Schemas['SearchKindName'];
type Change = Pick<Schemas['ChangeEntryView'], 'aggregate' | 'position'>;

/** What changed lately of each kind that is searched, by what it is, and when that was heard (milliseconds since 1970). */
type Heard = { readonly [kind in Kind]: ReadonlyMap<string, number> };

/** Beyond as many nobody counts: it is enough to know that there are some. */
export const MOST_COUNTED = 999;

/** By what each kind counts a change; undefined where it is none of it. */
const COUNTED_BY: { readonly [kind in Kind]: (change: Change) => string | undefined } = {
  documents: ({ aggregate }) => (/^(case|execution)-/.test(aggregate) ? aggregate : undefined),
  cases: ({ aggregate }) => (aggregate.startsWith('case-') ? aggregate : undefined),
  events: ({ position }) => position,
};

const heard = createStore<Heard>({ documents: new Map(), cases: new Map(), events: new Map() });

/** What was heard, and some changes. @param at when they were heard (milliseconds since 1970) */
export function withChanges(before: Heard, changes: readonly Change[], at: number): Heard {
  const of = (kind: Kind): ReadonlyMap<string, number> => {
    const names = changes.map(COUNTED_BY[kind]).filter((name) => name !== undefined);
    const all = new Map(before[kind]);
    for (const name of names) {
      all.delete(name);
      all.set(name, at);
    }
    // The oldest come first.
    return new Map([...all].slice(-MOST_COUNTED));
  };
  return { documents: of('documents'), cases: of('cases'), events: of('events') };
}

/** How many things of a kind have changed since a moment (milliseconds since 1970). */
export const changedSince = (all: Heard, kind: Kind, moment: number): number =>
  [...all[kind].values()].filter((at) => at > moment).length;

/** Notes changes, for the lists that do not follow them by themselves. */
export const noteChanges = (changes: readonly Change[]): void => {
  if (changes.length > 0) heard.set(withChanges(heard.get(), changes, Date.now()));
};

/** How many things of a kind have changed since a list of them was read (milliseconds since 1970): rows that move while somebody reads them help nobody. */
export const useNewRows = (kind: Kind, readAt: number): number => changedSince(heard.use(), kind, readAt);
