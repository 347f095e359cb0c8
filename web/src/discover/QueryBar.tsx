import type { ReactElement } from 'react';
import { words } from '../words/words.js';
import type { Kind } from './kinds.js';
import { useQueryEditor } from './useQueryEditor.js';

/** A query as it is written, with what may come next below it; Enter and Ctrl+Enter run it. */
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
  const { host, input, text, isReady, setText } = useQueryEditor({
    kind,
    query,
    wrongAt: wrongAt(query, error),
    onRun,
  });
  return (
    <div className="query">
      {!isReady && (
        <input
          ref={input}
          aria-label={words.discover.query}
          placeholder={words.discover.queryHint}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={({ key }) => key === 'Enter' && onRun(text.trim())}
        />
      )}
      <div ref={host} hidden={!isReady} />
      {error && <p role="alert">{error.message}</p>}
    </div>
  );
}

/** The place at which a query cannot be read, counted from 0: the service counts characters from 1, and not halves of them. */
function wrongAt(query: string, error: Error | null): number | undefined {
  const [, at] = /at character (\d+)/.exec(error?.message ?? '') ?? [];
  return at === undefined ? undefined : [...query].slice(0, Number(at) - 1).join('').length;
}
