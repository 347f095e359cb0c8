import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pagesOfWords, type PageOfWords } from '../../../../../specimens/pages/index.js';
import type { EngineDocumentType } from '../../../../../src/engines/documents/documentEngine.js';
import { readPrinted } from './printedFields.js';

const PRESETS = new URL('../../../../../presets/', import.meta.url);

/** By type, how many of the fields that its pages print are right at least. Raised when more are. */
const AT_LEAST = JSON.parse(readFileSync(new URL('shippedPages.json', import.meta.url), 'utf8')) as {
  [type: string]: number;
};

const pages: PageOfWords[] = [];
for await (const page of pagesOfWords({ designs: 1 })) pages.push(page);

describe.each(Object.entries(AT_LEAST))('pages of the shipped type %s', (name, atLeast) => {
  it('are worded as issuers word them, and yield no fewer of their fields than before', () => {
    const type = JSON.parse(readFileSync(new URL(`${name}.json`, PRESETS), 'utf8')) as EngineDocumentType;
    const fields = pages.filter((page) => page.type === name).flatMap((page) => readPrinted(page, type));
    const wrong = fields.filter(({ right }) => !right).map(({ field, printed, read }) => ({ field, printed, read }));
    expect({ right: fields.length - wrong.length, wrong }).toSatisfy(
      ({ right }: { right: number }) => right >= atLeast,
    );
  });
});

/** Photos of things, and bundles of several documents. */
const WITHOUT_PAGES = [
  ...['company_onboarding_bundle', 'kyc_bundle', 'licence_plate', 'meter_reading', 'odometer_reading'],
  ...['property_photo', 'storefront', 'vehicle_damage'],
];

it('every shipped type has a page, but for scenes and bundles', () => {
  const shipped = readdirSync(PRESETS).map((file) => file.replace(/\.json$/, ''));
  expect(shipped.filter((type) => !(type in AT_LEAST)).sort()).toEqual(WITHOUT_PAGES);
});
