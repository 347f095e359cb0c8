import type { Screen } from './keys.js';

/** What a screen does with its keys while it is shown, by their names. */
export interface BoundKeys {
  screen: Screen;
  actions: { readonly current: { readonly [name: string]: (() => void) | undefined } };
}

const bound = new Set<BoundKeys>();

/** Notes that a screen is shown. @returns notes that it is no more */
export function bindKeys(keys: BoundKeys): () => void {
  bound.add(keys);
  return () => bound.delete(keys);
}

/** All that a key would do now. */
export const activeActions = (): { screen: Screen; name: string; act: () => void }[] =>
  [...bound].flatMap(({ screen, actions }) =>
    Object.entries(actions.current).flatMap(([name, act]) => (act ? [{ screen, name, act }] : [])),
  );
