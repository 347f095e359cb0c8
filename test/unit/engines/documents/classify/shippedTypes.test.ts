import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { classifyDocument } from '../../../../../src/engines/documents/classify/classifyDocument.js';
import type { EngineDocumentType } from '../../../../../src/engines/documents/documentEngine.js';
import { labelsInGuidance } from '../../../../../src/engines/documents/extract/fieldPlan.js';
import type { Page } from '../../../../../src/engines/documents/reading/page.js';
import { NO_READINGS, pageOfRows } from '../extract/printedPage.js';

const PRESETS = new URL('../../../../../presets/', import.meta.url);
const shipped = readdirSync(PRESETS)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(new URL(name, PRESETS), 'utf8')) as EngineDocumentType)
  .filter(({ pipeline_steps }) => pipeline_steps.includes('extract'));

/** A form of a type as it may be printed: its first hint for a title, and the first label of each field. */
function formOf({ classify_hints, output_schema, prompt_hint }: EngineDocumentType): Page {
  const fields = Object.keys(output_schema);
  const labels = labelsInGuidance(prompt_hint, fields);
  const rows = fields.map((field) => `${labels.get(field)?.[0] ?? field.replaceAll('_', ' ')}:`);
  return pageOfRows(['ZENITH', classify_hints[0] ?? '', ...rows]);
}

it('a form under its own title is told from those of all other shipped types, for at least 19 in 20 of them', () => {
  const mistaken = shipped
    .map((type) => ({
      expected: type.context_id,
      got: classifyDocument({ pages: [formOf(type)] }, shipped, NO_READINGS).document_type,
    }))
    .filter(({ expected, got }) => got !== expected);
  expect(mistaken, `of ${shipped.length}`).toSatisfy(() => mistaken.length <= shipped.length / 20);
});
