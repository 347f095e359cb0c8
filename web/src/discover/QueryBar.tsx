import { useDeferredValue, useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { words } from '../words/words.js';
import type { Kind } from './kinds.js';
import { completed } from './completion.js';
import { useSuggestions } from './useFound.js';

/** Most suggestions that are shown. */
const MOST = 8;

/** A query as it is written, with what may come next below it; Enter runs it, the arrows choose. */
export function QueryBar({
  kind,
  query,
  error,
  onRun,
}: {
  kind: Kind;
  query: string;
  error: Error | null;
  onRun: (query: string) => void;
}): ReactElement {
  const [text, setText] = useState(query);
  const [cursor, setCursor] = useState(query.length);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const { data = [] } = useSuggestions(kind, useDeferredValue(text), useDeferredValue(cursor), isOpen);
  const offered = isOpen ? data.slice(0, MOST) : [];
  const close = (): void => {
    setOpen(false);
    setChosen(-1);
  };
  const take = (index: number): void => {
    const suggestion = offered[index];
    if (!suggestion) return;
    const next = completed(text, cursor, suggestion.text);
    setText(next.text);
    setCursor(next.cursor);
    setChosen(-1);
    requestAnimationFrame(() => input.current?.setSelectionRange(next.cursor, next.cursor));
  };
  const run = (): void => {
    close();
    onRun(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Record<string, () => void> = {
      ArrowDown: () => (isOpen ? setChosen((at) => Math.min(at + 1, offered.length - 1)) : setOpen(true)),
      ArrowUp: () => setChosen((at) => Math.max(at - 1, -1)),
      Enter: () => (chosen >= 0 && !event.ctrlKey ? take(chosen) : run()),
      Escape: close,
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  };
  return (
    <div className="query">
      <input
        ref={input}
        role="combobox"
        aria-label={words.discover.query}
        aria-expanded={offered.length > 0}
        aria-controls={list}
        aria-activedescendant={chosen >= 0 ? `${list}-${chosen}` : undefined}
        aria-invalid={error !== null}
        autoComplete="off"
        spellCheck={false}
        placeholder={words.discover.queryHint}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setCursor(event.currentTarget.selectionStart ?? 0);
          setOpen(true);
        }}
        onSelect={(event) => setCursor(event.currentTarget.selectionStart ?? 0)}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      <ul id={list} role="listbox" aria-label={words.discover.suggestions} hidden={offered.length === 0}>
        {offered.map(({ kind: of, text: shown }, index) => (
          <li
            key={`${of} ${shown}`}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onMouseDown={(event) => {
              event.preventDefault();
              take(index);
            }}
          >
            {shown} <span className="quiet">{words.discover.kindsOfSuggestion[of]}</span>
          </li>
        ))}
      </ul>
      {error && <QueryError query={query} error={error} />}
    </div>
  );
}

/** Says what is wrong with a query, and points at the character. */
function QueryError({ query, error }: { query: string; error: Error }): ReactElement {
  const at = Number(/at character (\d+)/.exec(error.message)?.[1] ?? 0);
  return (
    <div role="alert">
      <p>{error.message}</p>
      {at > 0 && (
        <pre aria-hidden>
          {query}
          {'\n'}
          {' '.repeat(at - 1)}^
        </pre>
      )}
    </div>
  );
}
