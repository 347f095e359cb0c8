import { describe, expect, it } from 'vitest';
import { createHighlighter } from '../../../../src/platform/search/highlights.js';
import { kqlCondition } from '../../../../src/platform/search/kql/kqlCondition.js';
import { readKql } from '../../../../src/platform/search/kql/readKql.js';

const thing = { type: 'club_card', extracted: { name: 'Søren <b> Müller', other: ['muller', 'x'] } };
const marked = (query: string) => createHighlighter(kqlCondition(readKql(query), new Date(0)))(thing);

describe('what was found', () => {
  it.each([
    ['muller', { 'extracted.name': ['Søren &lt;b&gt; <em>Müller</em>'], 'extracted.other': ['<em>muller</em>'] }],
    ['extracted.NAME: sø*', { 'extracted.name': ['<em>Søren</em> &lt;b&gt; Müller'] }],
    ['type: club_*', { type: ['<em>club_card</em>'] }],
    ['type: card and not muller', { type: ['club_<em>card</em>'] }],
    ['nothing: x', {}],
    ['', {}],
  ])('is marked in its values, and all else is escaped: %s', (query, values) => expect(marked(query)).toEqual(values));

  it('is looked for in no more than there is time for, in all hits of an answer together', () => {
    const mark = createHighlighter(kqlCondition(readKql('x or y'), new Date(0)), 6);
    expect([mark({ a: 'x' }), mark({ a: 'y' }), mark({ a: 'x' }), mark({ a: 'x' })]).toEqual([
      { a: ['<em>x</em>'] },
      { a: ['<em>y</em>'] },
      { a: ['<em>x</em>'] },
      {},
    ]);
  });
});
