import { StreamLanguage, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { readToken } from './readToken.js';

const language = StreamLanguage.define({
  name: 'query',
  token: (stream) => {
    const { length, kind } = readToken(stream.string.slice(stream.pos));
    stream.pos += length;
    return kind ?? null;
  },
  tokenTable: {
    ...{ field: tags.propertyName, operator: tags.operator, word: tags.keyword },
    ...{ value: tags.string, bracket: tags.bracket },
  },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: [tags.operator, tags.bracket], color: 'var(--quiet)' },
  { tag: tags.keyword, color: 'var(--doubt)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--good)' },
]);

/** Looks of a text field of the console. What may come next stands below it, in the flow: what was found is never covered. */
const theme = EditorView.theme({
  '&': {
    ...{ minHeight: '2.25rem', border: '1px solid var(--control)', borderRadius: 'var(--radius)' },
    ...{ background: 'var(--paper)', color: 'var(--ink)' },
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, monospace', lineHeight: '1.45' },
  '.cm-content': { padding: '0.3rem var(--space-2)', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0' },
  '[data-hint]::before': {
    ...{ content: 'attr(data-hint)', position: 'absolute', insetInline: 'var(--space-2)', color: 'var(--quiet)' },
    ...{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', pointerEvents: 'none' },
  },
  '.cm-wrong': {
    textDecoration: 'underline wavy var(--bad)',
    background: 'color-mix(in srgb, var(--bad) 22%, transparent)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete': {
    ...{ position: 'static !important', border: '0', borderTop: '1px solid var(--line)', background: 'none' },
    '& > ul': {
      ...{ display: 'flex', flexWrap: 'wrap', gap: 'var(--space-1)', padding: 'var(--space-1)' },
      ...{ maxWidth: 'none', maxHeight: '10rem', fontFamily: 'inherit' },
    },
    '& > ul > li': {
      ...{ padding: '0 var(--space-2)', border: '1px solid var(--line)', borderRadius: 'var(--radius)' },
      ...{ background: 'var(--raised)', lineHeight: '1.6', minHeight: '24px' },
    },
    '& > ul > li[aria-selected]': { borderColor: 'var(--accent)', background: 'var(--lit)', color: 'var(--ink)' },
  },
  '.cm-completionDetail': { marginInlineStart: 'var(--space-2)', color: 'var(--quiet)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none' },
});

/** A query is coloured by what its pieces are, in the colours of the console. */
export const queryLooks: Extension = [language, syntaxHighlighting(colours), theme];
