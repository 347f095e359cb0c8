import {
  autocompletion,
  closeCompletion,
  completionKeymap,
  completionStatus,
  startCompletion,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { EditorState, StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, keymap, type DecorationSet } from '@codemirror/view';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { queryLooks } from './queryLooks.js';
import { typedOver } from './typedOver.js';
import { wordBefore } from './wordBefore.js';

/** What may come next in a query. */
export interface Suggestion {
  text: string;
  /** What it is, in words. */
  kind: string;
}

/** What an editor of queries is made of. */
export interface QueryEditing {
  text: string;
  /** Where its writer stands; at its end where it is undefined. */
  cursor: number | undefined;
  label: string;
  hint: string;
  /** What is said of the list of suggestions. */
  suggestions: string;
  suggest: (text: string, cursor: number, signal: AbortSignal) => Promise<readonly Suggestion[]>;
  onChange: (text: string) => void;
  onRun: (text: string) => void;
}

/** An editor of one query. */
export interface QueryEditor {
  /** Writes another query in the place of this one. */
  write: (text: string) => void;
  /** Marks the character at which it cannot be read, counted from 0; none where it is undefined. */
  mark: (at: number | undefined) => void;
  focus: () => void;
  destroy: () => void;
}

/** Most suggestions that are shown. */
const MOST = 8;

const wrongAt = StateEffect.define<number | undefined>();

/** The character at which a query cannot be read, until it is changed; its last one where more was expected. */
const wrong = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { docChanged, effects, newDoc }) => {
    const said = effects.find((effect) => effect.is(wrongAt));
    if (!said) return docChanged ? Decoration.none : marks;
    const at = Math.min(said.value ?? Infinity, newDoc.length - 1);
    const isMarked = said.value !== undefined && newDoc.length > 0;
    return isMarked ? Decoration.set(Decoration.mark({ class: 'cm-wrong' }).range(at, at + 1)) : Decoration.none;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/**
 * An editor in a shadow root: only there may it bring its styles, under a policy that allows files alone. Enter and Ctrl+Enter
 * run what is written; Tab leaves it, and so does Shift+Tab.
 */
export function editQuery(host: HTMLElement, editing: QueryEditing): QueryEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const { text: doc, cursor = doc.length } = editing;
  const state = EditorState.create({ doc, selection: { anchor: cursor }, extensions: extensionsOf(editing) });
  const view = new EditorView({ root, parent: root, state });
  // A combobox has one line, and may not say so.
  view.contentDOM.removeAttribute('aria-multiline');
  return {
    write: (text) => {
      if (text === view.state.doc.toString()) return;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: text.length },
      });
    },
    mark: (at) => view.dispatch({ effects: wrongAt.of(at) }),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

function extensionsOf(editing: QueryEditing): Extension {
  const run = (view: EditorView): boolean => {
    closeCompletion(view);
    editing.onRun(view.state.doc.toString());
    return true;
  };
  return [
    keymap.of([
      ...[{ key: 'Ctrl-Enter', run }, { key: 'Mod-Enter', run }, ...completionKeymap],
      // Behind those of the suggestions: where none is open, or none is chosen.
      ...[{ key: 'ArrowDown', run: startCompletion }, { key: 'Enter', run }, ...historyKeymap, ...defaultKeymap],
    ]),
    history(),
    // A query is one line.
    EditorView.clipboardInputFilter.of((text) => text.replaceAll(/\s*\n\s*/g, ' ')),
    EditorState.transactionFilter.of((change) => (change.newDoc.lines > 1 ? [] : change)),
    EditorView.lineWrapping,
    autocompletion({
      ...{ override: [sourceOf(editing)], icons: false, selectOnOpen: false, maxRenderedOptions: MOST },
      ...{ defaultKeymap: false, interactionDelay: 0 },
    }),
    EditorView.contentAttributes.of((view) => attributesOf(view, editing)),
    EditorState.phrases.of({ Completions: editing.suggestions }),
    ...[wrong, typedOver, queryLooks],
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) editing.onChange(state.doc.toString());
    }),
  ];
}

/** What is said of the field to who does not see it; of the list that belongs to it the editor says so itself. */
const attributesOf = ({ state }: EditorView, { label, hint }: QueryEditing): Record<string, string> => ({
  ...{ role: 'combobox', 'aria-label': label, 'aria-description': hint, 'aria-multiline': 'false' },
  spellcheck: 'false',
  'aria-expanded': `${completionStatus(state) === 'active'}`,
  'aria-invalid': `${state.field(wrong).size > 0}`,
  ...(state.doc.length === 0 && { 'data-hint': hint }),
});

const sourceOf =
  ({ suggest }: QueryEditing): CompletionSource =>
  async (context) => {
    const text = context.state.doc.toString();
    const asked = new AbortController();
    context.addEventListener('abort', () => asked.abort());
    const found = await suggest(text, context.pos, asked.signal).catch(() => []);
    return {
      from: context.pos - wordBefore(text, context.pos).length,
      filter: false,
      options: found.slice(0, MOST).map(({ text: label, kind: detail }) => ({
        ...{ label, detail },
        apply: /\s$/.test(label) || text.charAt(context.pos) === ' ' ? label : `${label} `,
      })),
    };
  };
