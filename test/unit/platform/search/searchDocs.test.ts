import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { explain, type Explained } from '../../../../src/platform/search/explain.js';
import { createFieldsSeen, type FieldFound } from '../../../../src/platform/search/fieldsOf.js';
import { holds } from '../../../../src/platform/search/holds.js';
import { kqlCondition } from '../../../../src/platform/search/kql/kqlCondition.js';
import { readKql } from '../../../../src/platform/search/kql/readKql.js';
import { indexed } from '../../../../src/platform/search/searchable.js';
import type { Source } from '../../../../src/platform/search/search.js';
import { searchedKinds } from '../../../../src/start/stored.js';
import { opened } from '../../../support/caseStory.js';
import { createStory } from '../../../support/rowCosts.js';

const page = readFileSync(new URL('../../../../docs/search.md', import.meta.url), 'utf8');
const language = page.slice(page.indexOf('## The query language'), page.indexOf('## Asking for more'));
const document = JSON.parse(/```json\n(.*?)```/s.exec(language)?.[1] ?? '') as Source;
const examples = [...language.matchAll(/^\| `(.+?)` +\| (yes|no) /gm)].map(([, query = '', found = '']) => ({
  ...{ query, found: found === 'yes' },
}));

describe('the examples of the page about searching', () => {
  it('are there', () => expect(examples.length).toBeGreaterThan(20));

  it.each(examples)('$query', ({ query, found }) => {
    const condition = kqlCondition(readKql(query), new Date('2026-03-10T12:00:00.000Z'));
    expect(holds(condition, { ...indexed(document), own: {} })).toBe(found);
  });
});

it('the example of why something is found is what is answered', () => {
  const section = page.slice(page.indexOf('## Why something is found'));
  const told = JSON.parse(/```json\n(.*?)```/s.exec(section)?.[1] ?? '') as Explained;
  const found = { document_type: 'passport', extracted: { surname: 'LINDQVIST' } };
  expect(explain(readKql(told.clause), found, new Date('2026-03-10T12:00:00.000Z'))).toEqual(told);
});

it('the example of which fields there are is what is answered', () => {
  const section = page.slice(page.indexOf('## Which fields there are'));
  const [told] = JSON.parse(/```json\n(.*?)```/s.exec(section)?.[1] ?? '') as [FieldFound];
  const fields = createFieldsSeen();
  for (let n = 0; n < 100; n += 1) fields.look({ extracted: { surname: n < 97 ? 'LINDQVIST' : null } });
  expect(fields.told()).toEqual([told]);
});

it.each([
  ['cases', '| Field of a case'],
  ['events', '| Field of an event'],
] as const)('the fields of %s are those that they are shown with', (kind, heading) => {
  const table = page.slice(page.indexOf(heading)).split('\n\n')[0] ?? '';
  const named = [...table.matchAll(/^\| (`.+?`) +\|/gm)].flatMap(([, cell = '']) => cell.match(/\w+/g) ?? []);
  const { source } = searchedKinds[kind].table.fold(undefined, createStory('case-s1')(opened)) as { source: Source };
  expect(named.toSorted()).toEqual(Object.keys(source).toSorted());
});
