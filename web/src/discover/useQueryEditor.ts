import { useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { api, dataOf } from '../api/client.js';
import type { QueryEditor, Suggestion } from '../query/editQuery.js';
import { words } from '../words/words.js';
import type { Kind } from './kinds.js';

/** A query that is written. */
interface Writing {
  kind: Kind;
  query: string;
  /** Where it cannot be read. */
  wrongAt: number | undefined;
  onRun: (query: string) => void;
}

/** An editor, and the plain field that is there until it has come. */
interface QueryFields {
  host: RefObject<HTMLDivElement | null>;
  input: RefObject<HTMLInputElement | null>;
  text: string;
  setText: (text: string) => void;
  isReady: boolean;
}

/** Has an editor come in the place of a plain field: with what was written there meanwhile, and as it was focused. */
export function useQueryEditor(writing: Writing): QueryFields {
  const { kind, query, wrongAt } = writing;
  const [host, input] = [useRef<HTMLDivElement>(null), useRef<HTMLInputElement>(null)];
  const editor = useRef<QueryEditor>(undefined);
  const [text, setText] = useState(query);
  const [isReady, setReady] = useState(false);
  const latest = useRef({ ...writing, text });
  latest.current = { ...writing, text };
  useEffect(() => {
    let isGone = false;
    // Where it does not come the plain field stays: it does the same but for suggestions and colours.
    void import('../query/editQuery.js').then(
      ({ editQuery }) => {
        if (isGone || !host.current) return;
        const hadFocus = input.current !== null && document.activeElement === input.current;
        const cursor = input.current?.selectionStart ?? undefined;
        flushSync(() => setReady(true));
        editor.current = editQuery(host.current, {
          ...{ text: latest.current.text, cursor, label: words.discover.query, hint: words.discover.queryHint },
          suggestions: words.discover.suggestions,
          suggest: (...asked) => suggested(latest.current.kind, ...asked),
          onChange: setText,
          onRun: (run) => latest.current.onRun(run.trim()),
        });
        if (hadFocus) editor.current.focus();
        editor.current.mark(latest.current.wrongAt);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      editor.current?.destroy();
      editor.current = undefined;
    };
  }, []);
  useEffect(() => {
    setText(query);
    editor.current?.write(query);
  }, [kind, query]);
  useEffect(() => editor.current?.mark(wrongAt), [query, wrongAt]);
  return { host, input, text, setText, isReady };
}

/** What may come next in a query, as the service says it. */
async function suggested(kind: Kind, query: string, cursor: number, signal: AbortSignal): Promise<Suggestion[]> {
  const answer = await api.GET('/v1/search/suggest', { params: { query: { kind, query, cursor } }, signal });
  return dataOf(answer).suggestions.map((one) => ({
    text: one.text,
    kind: words.discover.kindsOfSuggestion[one.kind],
  }));
}
