import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SETTING_NAMES } from '../../../src/platform/config.js';
import { eventDefinitions } from '../../../src/start/stored.js';
import { shippedTypesPage } from '../../../scripts/shippedTypes.js';
import { testNamesOf } from './testNames.js';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true })
    .map((name) => join('docs', String(name)))
    .filter((name) => name.endsWith('.md')),
];

/** The id that a heading gets on a rendered page: lower case, spaces to hyphens, punctuation dropped. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .trim()
    .replaceAll(' ', '-');

describe.each(pages)('%s', (page) => {
  const text = read(page);

  test('links to files and headings that exist', () => {
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? join(root, page) : join(root, dirname(page), path);
      expect(existsSync(file), `${target} of ${page}`).toBe(true);
      if (anchor === undefined) continue;
      const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!));
      expect(headings, `${target} of ${page}`).toContain(anchor);
    }
  });

  test('names tests that exist, wherever it quotes some behind a link to their file', () => {
    for (const [, target = '', behind = ''] of text.matchAll(/\]\(([^)\s]+\.ts)\)([^[|\n]*)/g)) {
      const quoted = [...behind.matchAll(/"([^"]+)"/g)].map(([, name]) => name!);
      if (quoted.length === 0) continue;
      const isNamed = testNamesOf(readFileSync(join(root, dirname(page), target), 'utf8'));
      for (const name of quoted) expect(isNamed(name), `"${name}" of ${target}`).toBe(true);
    }
  });

  test('names npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { [name: string]: string } };
    for (const [, name = ''] of text.matchAll(/npm run ([a-z:-]+)/g)) expect(Object.keys(scripts)).toContain(name);
  });
});

test('the configuration page describes every setting that the service reads, and no other', () => {
  const described = [...read('docs/configuration.md').matchAll(/^\| (`[A-Z0-9_`, ]+`) +\|/gm)].flatMap(([, names]) =>
    names!.replaceAll('`', '').split(', '),
  );
  expect(described.sort()).toEqual([...SETTING_NAMES].sort());
});

test('the API guide lists every operation of the generated description', () => {
  const { paths } = JSON.parse(read('src/api/generated/openapi.json')) as {
    paths: { [path: string]: { [method: string]: unknown } };
  };
  const guide = read('docs/api-guide.md');
  const row = (path: string): string =>
    guide.split('\n').find((line) => line.startsWith('|') && line.includes(path)) ?? '';
  for (const [path, operations] of Object.entries(paths)) {
    const listed = row(`\`${path}\``);
    for (const method of Object.keys(operations)) expect(listed, `${method} ${path}`).toContain(method.toUpperCase());
  }
});

test('every shipped document type is described the way the page of document types explains', () => {
  const page = read('docs/document-types.md');
  const presets = readdirSync(join(root, 'presets'));
  expect(read('CHANGELOG.md')).toContain(`${presets.length} shipped document types`);
  expect(read('README.md')).toContain(`${presets.length} document types ship`);
  const list = read('docs/shipped-types.md');
  for (const file of presets) {
    const { display_name, validation_rules, pipeline_steps } = JSON.parse(read(join('presets', file))) as {
      display_name: string;
      validation_rules: { [field: string]: { format?: string } };
      pipeline_steps: string[];
    };
    expect(
      list.split('\n').find((line) => line.includes(`(../presets/${file})`)),
      file,
    ).toContain(display_name);
    for (const { format } of Object.values(validation_rules)) if (format) expect(page).toContain(`\`${format}\``);
    for (const step of pipeline_steps) if (!step.startsWith('type:')) expect(page).toContain(`\`${step}\``);
  }
});

test('the page of the shipped document types is what `npm run docs:types` makes of them', async () => {
  expect(read('docs/shipped-types.md')).toBe(await shippedTypesPage(root));
});

test('the page of the log names every event that is stored, with what of it is sealed, and no other', () => {
  const rows = [...read('docs/log.md').matchAll(/^\| [^|]*\| `([A-Za-z]+)` +\|[^|]*\|([^|]*)\|$/gm)];
  const named = rows.map(([, type = '', sealed = '']) => [type, sealed.trim().replaceAll('`', '')]);
  expect(named.sort()).toEqual(eventDefinitions.map(({ type, sealed }) => [type, sealed.join(', ')]).sort());
});
