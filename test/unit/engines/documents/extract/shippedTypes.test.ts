import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FieldValue } from '../../../../../src/domain/documents/fieldReadings.js';
import type { EngineDocumentType } from '../../../../../src/engines/documents/documentEngine.js';
import { extractFields } from '../../../../../src/engines/documents/extract/extractFields.js';
import {
  labelsInGuidance,
  planFields,
  type FieldPlan,
} from '../../../../../src/engines/documents/extract/fieldPlan.js';
import { NO_READINGS, pageOfLines, printed, TODAY } from './printedPage.js';

/** What is printed for a field, and what is to be read. */
type Sample = [print: string, value: FieldValue];

const PRESETS = new URL('../../../../../presets/', import.meta.url);

const types = readdirSync(PRESETS)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(new URL(name, PRESETS), 'utf8')) as EngineDocumentType)
  .filter(({ pipeline_steps }) => pipeline_steps.includes('extract'));

/** A value of the form that a field asks for, another one for each field. */
function sampleOf({ hint, shape }: FieldPlan, i: number): Sample | null {
  const letter = 'abcdefghijklmnopqrstuvwxyz'.charAt(i % 26);
  const same = (text: string): Sample => [text, text];
  const number = (value: number, print: string): Sample => [print, hint.kind === 'string' ? print : value];
  if (hint.kind === 'enum') return same(hint.options[0] ?? '');
  if (hint.kind === 'list' || shape === 'mrz') return null;
  const day = String(10 + (i % 18));
  const date = `${day}/0${1 + (i % 9)}/20${10 + (i % 10)}`;
  const samples: { [shape: string]: Sample } = {
    date: [date, hint.kind === 'date' ? `20${10 + (i % 10)}-0${1 + (i % 9)}-${day}` : date],
    time: same(`12:3${i % 10}`),
    amount: number(100.5 + i, `${100 + i}.50`),
    number: number(20 + i, String(20 + i)),
    percentage: number(5 + (i % 20), `${5 + (i % 20)} %`),
    boolean: ['Yes', true],
    country: ['Germany', 'DEU'],
    currency: same('EUR'),
    sex: same('F'),
    person: same(`Maria Kowalski${letter}`),
    company: same(`Muster ${letter}x GmbH`),
    address: same('12 Main Street, 10115 Berlin'),
    phone: same('+49 30 1234567'),
    email: same('a@example.org'),
    url: same('www.example.org'),
    iban: ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    bic: same('COBADEFFXXX'),
    card_number: same('4111 1111 1111 1111'),
    identifier: same(`AB1234${10 + i}`),
    ssn: same('078-05-1120'),
    aadhaar: same('2341 2341 2346'),
    indian_pan: same('ABCPE1234F'),
    vin: same('WVWZZZ1JZXW000001'),
  };
  return samples[shape] ?? same(`Sample text ${letter}`);
}

/** A page that prints the first label of each field with a value behind or below it. */
function specimenPage(type: EngineDocumentType, place: 'behind' | 'below') {
  const guidance = labelsInGuidance(type.prompt_hint, Object.keys(type.output_schema));
  const truth: { [field: string]: FieldValue } = {};
  const lines = [];
  const used = new Set<string>();
  let y = 0.02;
  for (const [i, plan] of planFields(type).entries()) {
    const label = guidance.get(plan.name)?.[0] ?? plan.name.replaceAll('_', ' ');
    const sample = sampleOf(plan, i);
    if (!sample || used.has(label)) continue;
    used.add(label);
    truth[plan.name] = sample[1];
    if (place === 'behind') lines.push(printed(`${label}: ${sample[0]}`, 0.05, y));
    else lines.push(printed(label, 0.05, y), printed(sample[0], 0.05, y + 0.015));
    y += place === 'behind' ? 0.02 : 0.04;
  }
  return { page: pageOfLines(lines), truth };
}

describe.each(types.map((type) => [type.context_id, type] as const))('the shipped type %s', (_, type) => {
  it.each(['behind', 'below'] as const)('reads what is printed %s its labels', (place) => {
    const { page, truth } = specimenPage(type, place);
    const { extracted } = extractFields({ pages: [page] }, type, NO_READINGS, { today: TODAY });
    const fields = Object.keys(truth);
    const missed = fields.filter((field) => extracted[field] !== truth[field]);
    expect({ missed, of: fields.length }).toSatisfy(() => missed.length <= 0.1 * fields.length);
    expect(Object.keys(extracted).sort()).toEqual(Object.keys(type.output_schema).sort());
  });
});
