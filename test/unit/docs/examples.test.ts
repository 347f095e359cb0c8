import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assertUsableDefinition, requiredTypes, readDefinition } from '../../../src/domain/agents/index.js';
import { fieldMeaning } from '../../../src/domain/documents/index.js';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const pages = [
  ...['README.md', 'CONTRIBUTING.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true })
    .map((name) => join('docs', String(name)))
    .filter((name) => name.endsWith('.md')),
];

/** What a reader has set once (docs/api-guide.md says how), and ids that stand for what an earlier example answered. */
const SHARED = ['ATTEST', 'ATTEST_API_KEY'];
const IDS = ['AGENT', 'BUILDER', 'CASE', 'DOCUMENT', 'KEY_ID', 'SESSION_ID', 'TOKEN'];

/** The examples of a page: what stands between fences. */
const examplesOf = (text: string): string[] => [...text.matchAll(/^```\w*\n(.*?)^```/gms)].map(([, code = '']) => code);

/** Variables of the shell that examples use and no example of the page sets, by their names in capitals. */
function unsetIn(examples: readonly string[]): string[] {
  const all = examples.join('\n');
  const set = [...all.matchAll(/\b([A-Z][A-Z0-9_]*)=/g)].map(([, name]) => name);
  const used = [...all.matchAll(/\$\{?([A-Z][A-Z0-9_]*)\b/g)].flatMap(([, name]) => name ?? []);
  return [...new Set(used)].filter((name) => !set.includes(name));
}

describe.each(pages)('%s', (page) => {
  test('names the service and the key by the variables that every page has, and no others', () => {
    const examples = examplesOf(read(page));
    expect(unsetIn(examples).filter((name) => ![...SHARED, ...IDS].includes(name))).toEqual([]);
    const all = examples.join('\n');
    for (const [, name] of all.matchAll(/X-Api-Key: \$\{?(\w+)/g)) expect(name).toBe('ATTEST_API_KEY');
    for (const [, name] of all.matchAll(/\$\{?(\w+)\}?\/(?:v1|api|capture|console)\b/g)) expect(name).toBe('ATTEST');
  });
});

test('a variable that an example sets itself is not taken for one that the reader has to set', () => {
  expect(unsetIn(['KEY=$(cat key)\ncurl -H "X: $KEY" $URL/v1'])).toEqual(['URL']);
});

describe('a proof of address', () => {
  const section = read('docs/agents.md').split('### A proof of address')[1]!.split('\n## ')[0]!;
  const schemaOf = (type: string) =>
    (JSON.parse(read(`presets/${type}.json`)) as { output_schema: { [field: string]: string } }).output_schema;
  const namesIn = (cell: string): string[] => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
  const rows = [...section.matchAll(/^\| (`.+?) +\| (`.+?) +\| (`.+?) +\|$/gm)];

  test('is asked for as the page shows: the definition is taken, and each entry is met by one of its types', () => {
    const definition = JSON.parse(examplesOf(section)[0]!) as Parameters<typeof assertUsableDefinition>[0];
    expect(() => assertUsableDefinition(definition)).not.toThrow();
    const required = requiredTypes(readDefinition(definition));
    expect(section).toContain(JSON.stringify(required).replaceAll(',', ', '));
    for (const type of required.flatMap((entry) => entry.split('|'))) expect(() => schemaOf(type)).not.toThrow();
  });

  test('is proved by shipped types that have the address and the date that the page names', () => {
    expect(rows.length).toBeGreaterThan(8);
    for (const [, types = '', address = '', dates = ''] of rows) {
      for (const type of namesIn(types))
        expect(Object.keys(schemaOf(type)), type).toEqual(
          expect.arrayContaining([...namesIn(address), ...namesIn(dates)]),
        );
    }
  });

  test('is compared with other documents by the types of which the page says so', () => {
    const compared = rows.map(([, , address = '']) => fieldMeaning(namesIn(address)[0]!) === 'address');
    expect(compared).toEqual(rows.map((_row, index) => index < rows.length - 3));
  });
});
