import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { documentOf, indexOf } from '../../../src/platform/search/elasticsearchDocuments.js';
import { toPosition } from '../../../src/platform/eventStore/eventStore.js';
import { SEARCH_KINDS, type SearchKind } from '../../../src/platform/search/search.js';
import { readKql } from '../../../src/platform/search/kql/readKql.js';
import type { Kql } from '../../../src/platform/search/kql/kql.js';
import { allIndexes } from '../../../src/projections/search/searchedKind.js';
import type { StoredEvent } from '../../../src/projections/core/projection.js';
import { searchedKinds } from '../../../src/start/stored.js';

const root = join(import.meta.dirname, '../../..');
const text = readFileSync(join(root, 'kibana/savedObjects/attest.ndjson'), 'utf8');

interface SavedObject {
  id: string;
  type: string;
  attributes: { [name: string]: unknown };
  references: { id: string; name: string; type: string }[];
  [name: string]: unknown;
}

const lines = text.trimEnd().split('\n');
const objects = lines.slice(0, -1).map((line) => JSON.parse(line) as SavedObject);
const ofType = (type: string): [string, SavedObject][] =>
  objects.filter((one) => one.type === type).map((one) => [one.id, one]);
/** What an attribute holds that is JSON in a text. */
const within = <Value>({ attributes }: SavedObject, name: string): Value =>
  JSON.parse(String(attributes[name])) as Value;

/** The kind that a data view is of. */
const kindOf = (id: string): SearchKind => {
  const title = String(objects.find((one) => one.id === id)?.attributes['title']);
  return SEARCH_KINDS.find((kind) => title === `${allIndexes(kind, 'attest')}*`) ?? expect.unreachable(title);
};

interface Mapping {
  properties?: { [name: string]: Mapping };
  fields?: { [name: string]: Mapping };
}

const namesIn = (mapping: Mapping, path = ''): string[] =>
  Object.entries({ ...mapping.properties, ...mapping.fields }).flatMap(([name, one]) => [
    `${path}${name}`,
    ...namesIn(one, `${path}${name}.`),
  ]);

/** The fields of the index of a kind, which takes no others. */
const mappedOf = (kind: SearchKind): string[] => namesIn(indexOf(searchedKinds[kind].own).mappings as Mapping);

interface RuntimeFields {
  [name: string]: { type: string; script: { source: string } };
}

const runtimeOf = (id: string): RuntimeFields =>
  within(objects.find((one) => one.id === id) ?? expect.unreachable(id), 'runtimeFieldMap');

/** Paths of fields that the index has of the things of a kind: those of the stored examples of events. */
function pathsOf(kind: SearchKind): Set<string> {
  const folder = join(root, 'test/fixtures/events');
  const examples = readdirSync(folder)
    .map(
      (file) =>
        JSON.parse(readFileSync(join(folder, file), 'utf8')) as Omit<StoredEvent, 'revision'> & { revision: number },
    )
    .toSorted((one, other) => one.revision - other.revision)
    .map((one) => ({ ...one, revision: BigInt(one.revision), position: toPosition(one.revision + 1) }));
  const { states, thing } = searchedKinds[kind];
  const known = new Map<string, object>();
  const paths = new Set<string>();
  for (const event of examples.filter(({ type }) => states.eventTypes.includes(type))) {
    for (const key of states.keys(event)) {
      const state = states.fold(known.get(key), event);
      if (!state) continue;
      known.set(key, state);
      for (const { path } of documentOf(thing(state), 1).fields ?? []) paths.add(path);
    }
  }
  return paths;
}

test('what is put into Kibana is as Kibana exports it: an object a line, and in the end how many', () => {
  expect(text.endsWith('}\n')).toBe(true);
  for (const one of objects) {
    expect(one).toEqual({
      ...{ id: expect.stringMatching(/^attest-[a-z-]+$/) as string, type: expect.any(String) as string },
      ...{ attributes: expect.objectContaining({ title: expect.any(String) as string }) as object },
      ...{ references: expect.any(Array) as object[], managed: false },
      coreMigrationVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
      typeMigrationVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
      ...{ created_at: expect.any(String) as string, updated_at: expect.any(String) as string },
    });
  }
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
    ...{ excludedObjects: [], excludedObjectsCount: 0, exportedCount: objects.length },
    ...{ missingRefCount: 0, missingReferences: [] },
  });
  const types = new Set(objects.map(({ type }) => type));
  expect(types).toEqual(new Set(['index-pattern', 'search', 'visualization', 'dashboard']));
  expect(new Set(objects.map(({ type, id }) => `${type} ${id}`)).size).toBe(objects.length);
});

test('everything that an object refers to is there, and each part that names a reference has it', () => {
  for (const { id, references, attributes } of objects) {
    for (const one of references)
      expect([id, one, objects.some((other) => other.id === one.id && other.type === one.type)]).toEqual([
        id,
        one,
        true,
      ]);
    const { searchSourceJSON = '{}' } = (attributes['kibanaSavedObjectMeta'] ?? {}) as { searchSourceJSON?: string };
    const { indexRefName } = JSON.parse(searchSourceJSON) as { indexRefName?: string };
    const panels = JSON.parse(typeof attributes['panelsJSON'] === 'string' ? attributes['panelsJSON'] : '[]') as {
      panelIndex: string;
      panelRefName: string;
    }[];
    const named = panels.map(({ panelIndex, panelRefName }) => `${panelIndex}:${panelRefName}`);
    if (indexRefName !== undefined) named.push(indexRefName);
    expect([id, references.map(({ name }) => name).toSorted()]).toEqual([id, named.toSorted()]);
  }
});

describe.each(ofType('index-pattern'))('the data view %s', (id, view) => {
  const [kind, runtime] = [kindOf(id), Object.entries(runtimeOf(id))];

  it('is of a kind that is searched, each of which has one, and shows it by time', () => {
    expect(new Set(ofType('index-pattern').map(([one]) => kindOf(one)))).toEqual(new Set(SEARCH_KINDS));
    expect(runtimeOf(id)[String(view.attributes['timeFieldName'])]?.type).toBe('date');
  });

  it('makes its fields of what the index has', () => {
    const paths = pathsOf(kind);
    for (const [name, { type, script }] of runtime) {
      const read = [...script.source.matchAll(/(?:doc|\['_source'\])\['(\w+)'\]/g)].map(([, field]) => field);
      expect([name, read.length > 0, read.filter((one) => !mappedOf(kind).includes(one ?? ''))]).toEqual([
        name,
        true,
        [],
      ]);
      const members = [...script.source.matchAll(/field\['(\w+)'\]/g)].map(([, member]) => `fields.${member}`);
      expect([name, members.filter((one) => !mappedOf(kind).includes(one))]).toEqual([name, []]);
      const said = [...script.source.matchAll(/== '([\w.]+)'/g)].map(([, path]) => path ?? '');
      expect([name, said.filter((path) => !paths.has(path))]).toEqual([name, []]);
      expect(name).toBe(said[0] === undefined ? 'when' : `said_${said[0].replace('.', '_')}`);
      expect(['date', 'keyword', 'double']).toContain(type);
      expect(mappedOf(kind)).not.toContain(name);
    }
  });
});

/** The names of the fields that a query asks for. */
const fieldsAsked = (query: Kql): string[] => {
  switch (query.is) {
    case 'and':
    case 'or':
      return query.of.flatMap(fieldsAsked);
    case 'not':
      return fieldsAsked(query.of);
    case 'within':
      return [query.field];
    case 'match':
    case 'compare':
      return query.field === null ? [] : [query.field];
  }
};

test.each([...ofType('search'), ...ofType('visualization')])(
  '%s names fields that its data view has, and leaves out what is erased',
  (_, one) => {
    const id = one.references[0]?.id ?? '';
    const known = [...mappedOf(kindOf(id)), ...Object.keys(runtimeOf(id))];
    const { searchSourceJSON } = one.attributes['kibanaSavedObjectMeta'] as { searchSourceJSON: string };
    const { query } = (JSON.parse(searchSourceJSON) as { query: { query: string } }).query;
    const { columns = [], sort = [] } = one.attributes as { columns?: string[]; sort?: [string, string][] };
    const aggregations =
      one.type === 'visualization'
        ? within<{ aggs: { params: { field?: string } }[] }>(one, 'visState').aggs.flatMap(
            ({ params }) => params.field ?? [],
          )
        : [];
    const named = [...fieldsAsked(readKql(query)), ...columns, ...sort.map(([field]) => field), ...aggregations];
    expect(named.filter((field) => !known.includes(field))).toEqual([]);
    expect(query).toMatch(/^gone: false\b/);
  },
);
