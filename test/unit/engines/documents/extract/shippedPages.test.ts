import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pagesOfWords, type PageOfWords } from '../../../../../specimens/pages/index.js';
import type { EngineDocumentType } from '../../../../../src/engines/documents/documentEngine.js';
import { readPrinted, type PrintedField } from './printedFields.js';

const PRESETS = new URL('../../../../../presets/', import.meta.url);

/** Documents that are read of a page of their own: no scenes in photos, and no bundles of other types. */
const types = readdirSync(PRESETS)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(new URL(name, PRESETS), 'utf8')) as EngineDocumentType)
  .filter(({ input_type, pipeline_steps }) => input_type === 'document' && pipeline_steps.includes('extract'));

/** By type, how many of the fields that its pages print are right at least. Raised when more are. */
const AT_LEAST = JSON.parse(readFileSync(new URL('shippedPages.json', import.meta.url), 'utf8')) as {
  [type: string]: number | undefined;
};

const pages: PageOfWords[] = [];
for await (const page of pagesOfWords({ designs: 1 })) pages.push(page);

describe.each(types.map((type) => [type.context_id, type] as const))('pages of the shipped type %s', (name, type) => {
  it('are worded as issuers word them, and yield no fewer of their fields than before', () => {
    const fields = pages.filter((page) => page.type === name).flatMap((page) => readPrinted(page, type));
    const wrong = fields.filter(({ right }) => !right).map(({ field, printed, read }) => ({ field, printed, read }));
    expect(fields.length).toBeGreaterThan(0);
    expect({ right: fields.length - wrong.length, wrong }).toSatisfy(
      ({ right }: { right: number }) => right >= Math.max(1, AT_LEAST[name] ?? 1),
    );
  });
});
