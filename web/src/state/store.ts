import { useSyncExternalStore } from 'react';

/** A value that outlives the screens that show it. */
export interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  /** The value, for a component: it is shown anew whenever it is set. */
  use(): Value;
}

/** Creates it. */
export function createStore<Value>(first: Value): Store<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  const get = (): Value => value;
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set(next) {
      value = next;
      listeners.forEach((tell) => tell());
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}
