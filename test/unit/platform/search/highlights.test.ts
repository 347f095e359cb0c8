import { describe, expect, it } from 'vitest';
import { highlights } from '../../../../src/platform/search/highlights.js';
import { kqlCondition } from '../../../../src/platform/search/kql/kqlCondition.js';
import { readKql } from '../../../../src/platform/search/kql/readKql.js';

const thing = { type: 'club_card', extracted: { name: 'Søren <b> Müller', other: ['muller', 'x'] } };
const marked = (query: string) => highlights(kqlCondition(readKql(query), new Date(0)), thing);

describe('what was found', () => {
  it.each([
    ['muller', { 'extracted.name': ['Søren &lt;b&gt; <em>Müller</em>'], 'extracted.other': ['<em>muller</em>'] }],
    ['extracted.NAME: sø*', { 'extracted.name': ['<em>Søren</em> &lt;b&gt; Müller'] }],
    ['type: club_*', { type: ['<em>club_card</em>'] }],
    ['type: card and not muller', { type: ['club_<em>card</em>'] }],
    ['nothing: x', {}],
    ['', {}],
  ])('is marked in its values, and all else is escaped: %s', (query, values) => expect(marked(query)).toEqual(values));
});
