import { useEffect, useRef } from 'react';
import { bindKeys } from './activeKeys.js';
import { KEYS, type Screen } from './keys.js';
import { keysAreOn } from './keysSetting.js';

/** What the keys of a screen do; a key without an action does nothing. */
type Actions<Of extends Screen> = { [name in keyof (typeof KEYS)[Of]]?: () => void };

/** Has the keys of a screen do something for as long as it is shown; not while somebody types, nor while a dialog is open. */
export function useKeys<Of extends Screen>(screen: Of, actions: Actions<Of>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const names = new Map(Object.entries(KEYS[screen]).map(([name, key]) => [key as string, name]));
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !keysAreOn()) return;
      // In a shadow root, of which the event itself names the host alone.
      if (isTyping(event.composedPath()[0]) || document.querySelector('[role=dialog], [role=alertdialog]')) return;
      const name = names.get(event.key);
      const act = name === undefined ? undefined : latest.current[name as keyof Actions<Of>];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    const unbind = bindKeys({ screen, actions: latest });
    return () => {
      unbind();
      document.removeEventListener('keydown', onKey);
    };
  }, [screen]);
}

const isTyping = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=range])'));
