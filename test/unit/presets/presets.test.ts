import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import countries from 'i18n-iso-countries';
import { RE2JS } from 're2js';
import { describe, expect, test } from 'vitest';
import type { DocumentTypeConfig } from '../../../src/domain/documentTypes/documentTypeConfig.js';
import {
  MEMBER_STEP,
  assertDocumentTypeId,
  assertUsable,
  memberTypes,
} from '../../../src/domain/documentTypes/documentTypeRules.js';
import { parseTypeHint } from '../../../src/engines/documents/extract/typeHint.js';
import { foldText } from '../../../src/engines/documents/text/fold.js';

type Preset = DocumentTypeConfig & { context_id: string };

const KEYS = [
  'analysis_type',
  'category',
  'classify_hints',
  'context_id',
  'describes',
  'display_name',
  'enabled',
  'input_type',
  'model_hint',
  'output_schema',
  'pipeline_steps',
  'prompt_hint',
  'validation_rules',
];
const folder = join(import.meta.dirname, '../../../presets');
const files = readdirSync(folder).sort();
const presets = files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Preset);
const byId = new Map(presets.map((preset) => [preset.context_id, preset]));
const isComposite = (preset: Preset): boolean => memberTypes(preset).length > 0;
const plain = presets.filter((preset) => !isComposite(preset));

/** The lines of a prompt hint that list printed labels, as field and labels. */
const labelLines = (preset: Preset): { field: string; labels: string[] }[] =>
  preset.prompt_hint
    .split(/[\n;]/)
    .flatMap((part) => /^\s*([a-z0-9_]+):\s*(.+)$/s.exec(part) ?? [])
    .reduce<{ field: string; labels: string[] }[]>((lines, _, index, parts) => {
      if (index % 3 === 0) lines.push({ field: parts[index + 1]!, labels: parts[index + 2]!.split(',') });
      return lines;
    }, []);

/** How many types other than its own use a phrase as a hint. */
const users = new Map<string, number>();
for (const preset of plain) {
  for (const hint of new Set(preset.classify_hints.map(foldText))) users.set(hint, (users.get(hint) ?? 0) + 1);
}

describe('the shipped document types', () => {
  test('are at least 45, in every category', () => {
    expect(presets.length).toBeGreaterThanOrEqual(45);
    for (const category of ['identity', 'financial', 'travel', 'business', 'scene']) {
      expect(presets.filter((preset) => preset.category === category).length, category).toBeGreaterThanOrEqual(6);
    }
  });

  test('include a passport of at least 12 fields and a receipt with company, date, address and total', () => {
    expect(Object.keys(byId.get('passport')!.output_schema).length).toBeGreaterThanOrEqual(12);
    expect(byId.get('receipt')!.output_schema).toMatchObject({
      company: 'string or null',
      date: 'date YYYY-MM-DD or null',
      address: 'string or null',
      total: 'amount or null',
    });
  });

  test('include composites whose members all ship and are no composites themselves', () => {
    const composites = presets.filter(isComposite);
    expect(composites.length).toBeGreaterThanOrEqual(1);
    for (const composite of composites) {
      for (const member of memberTypes(composite)) {
        expect(byId.has(member), `${composite.context_id} names ${member}`).toBe(true);
        expect(isComposite(byId.get(member)!)).toBe(false);
      }
      expect(Object.keys(composite.output_schema)).toEqual(memberTypes(composite));
    }
  });

  test('say which languages they know: no two types share all that identifies them', () => {
    for (const preset of plain) {
      const own = preset.classify_hints.filter((hint) => users.get(foldText(hint)) === 1);
      expect(own.length, `${preset.context_id} has hints of its own`).toBeGreaterThanOrEqual(5);
    }
    for (const [hint, count] of users) expect(count, `types that claim "${hint}"`).toBeLessThanOrEqual(2);
  });
});

describe.each(presets.map((preset, index) => ({ file: files[index]!, preset })))('$file', ({ file, preset }) => {
  const fields = Object.keys(preset.output_schema);

  test('holds the keys of a document type, is named after it, and passes the rules of the domain', () => {
    expect(Object.keys(preset).sort()).toEqual(isComposite(preset) ? KEYS.filter((key) => key !== 'describes') : KEYS);
    expect(file).toBe(`${preset.context_id}.json`);
    expect(preset.enabled).toBe(true);
    assertDocumentTypeId({ tenant_id: '', context_id: preset.context_id });
    const { context_id, ...config } = preset;
    expect(() => assertUsable(context_id, config)).not.toThrow();
  });

  test('has rules and labels for fields of its schema only, and regexes that a linear-time engine takes', () => {
    expect(fields).toEqual(expect.arrayContaining(Object.keys(preset.validation_rules)));
    expect(fields).toEqual(expect.arrayContaining(labelLines(preset).map((line) => line.field)));
    for (const [field, rule] of Object.entries(preset.validation_rules)) {
      expect(Object.keys(rule).length, `${field} has a rule that says something`).toBeGreaterThan(0);
      if (rule.regex) expect(() => RE2JS.compile(rule.regex!), field).not.toThrow();
    }
  });

  if (isComposite(preset)) return;

  test('has real depth: fields with hints the engine understands, something required, guidance and labels', () => {
    expect(fields.length).toBeGreaterThanOrEqual(7);
    for (const [field, hint] of Object.entries(preset.output_schema)) {
      expect(field).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(hint, `${field}: a page may lack any field`).toMatch(/ or null$/);
      expect(parseTypeHint(hint).kind, `${field}: ${hint}`).not.toBe('text');
    }
    const required = Object.values(preset.validation_rules).some((rule) => rule.required);
    expect(required || preset.category === 'scene').toBe(true);
    expect(preset.classify_hints.length).toBeGreaterThanOrEqual(6);
    expect(new Set(preset.classify_hints.map(foldText)).size).toBe(preset.classify_hints.length);
    expect(labelLines(preset).length).toBeGreaterThanOrEqual(1);
    for (const { field, labels } of labelLines(preset)) {
      expect(
        labels.every((label) => label.trim() !== ''),
        field,
      ).toBe(true);
    }
    expect(preset.prompt_hint.split('\n')[0], 'guidance first, labels after it').not.toMatch(/^[a-z0-9_]+:/);
  });

  test('says what its documents are: kind, format, and countries that there are', () => {
    expect(preset.describes).toMatchObject({
      kind: expect.any(String) as string,
      format: expect.any(String) as string,
    });
    for (const code of preset.describes?.countries ?? []) expect(countries.isValid(code), code).toBe(true);
  });

  test('classifies, extracts and validates, in that order, and reads the MRZ where it has a field for it', () => {
    const steps = preset.pipeline_steps.filter((step) => ['classify', 'extract', 'validate'].includes(step));
    expect(steps).toEqual(['classify', 'extract', 'validate']);
    expect(preset.pipeline_steps.some((step) => step.startsWith(MEMBER_STEP))).toBe(false);
    expect(preset.pipeline_steps.includes('mrz') || !('mrz' in preset.output_schema)).toBe(true);
  });
});

test('national numbers, card numbers and account numbers leave the service masked', () => {
  const secret =
    /^(personal_number|ssn|employee_ssn|pan_number|aadhaar_number|card_number|account_number|iban|national_number|taxpayer_number|tax_code)$/;
  const exempt = new Set(['payslip.tax_code']);
  for (const preset of plain) {
    for (const field of Object.keys(preset.output_schema).filter((name) => secret.test(name))) {
      const where = `${preset.context_id}.${field}`;
      if (!exempt.has(where)) expect(preset.validation_rules[field]?.mask, where).toBe(true);
    }
  }
});
