import { expect, it } from 'vitest';
import { composePage } from '../../../bench/types/composePage.js';
import { tempered, type ChoiceSample } from '../../../bench/types/fitChoice.js';
import { misreadPage } from '../../../bench/types/misread.js';
import { trainWords, type WordSample } from '../../../bench/types/trainWords.js';
import { isForJudging, rightTypes } from '../../../bench/types/wordedPages.js';
import { createRandom } from '../../../specimens/random.js';
import type { EngineDocumentType } from '../../../src/engines/documents/documentEngine.js';
import { pageOfRows, typeOf } from '../engines/documents/extract/printedPage.js';

const language = (name: string, kind: string, ...phrases: string[]) => ({
  language: name,
  phrases: new Map([
    [kind, phrases],
    ['shared', [`shared in ${name}`]],
    ['prose', [`prose in ${name}`]],
  ]),
});

it('a kind whose words are known in one language is composed in the others too', () => {
  const all = [language('de', 'receipt', 'kassenbon'), language('fr', 'cheque', 'chèque')];
  const random = createRandom(1);
  const languages = Array.from({ length: 400 }, () => composePage(random, all, 'receipt').language);
  expect(languages.filter((one) => one === 'de').length).toBeGreaterThan(150);
  expect(languages.filter((one) => one === 'fr').length).toBeGreaterThan(100);
});

it('a word of few pages that are all of a kind tells more of it than one that stands on most pages', () => {
  const pages = (kind: string, words: string[]): WordSample[] =>
    Array.from({ length: 60 }, (_, i) => ({ kind, features: ['date', ...(i % 12 === 0 ? words : ['name'])] }));
  const samples = [...pages('none', ['weather']), ...pages('receipt', ['cashier']), ...pages('cheque', ['payee'])];
  const { kinds, weights } = trainWords(samples, ['none', 'cheque', 'receipt'], createRandom(1));
  const weightOf = (feature: string, kind: string): number => {
    const row = weights.get(feature) ?? [];
    const at = row.findIndex((number, i) => i % 2 === 0 && number === kinds.indexOf(kind));
    return at < 0 ? 0 : row[at + 1]!;
  };
  expect(weightOf('cashier', 'receipt')).toBeGreaterThan(1);
  expect(Math.abs(weightOf('date', 'receipt'))).toBeLessThan(0.6);
});

it('choices that were surer than right come out less sure, in the same order', () => {
  const nothing = { hints: 0, title: 0, coverage: 0, fields: 0, machine: 0, layout: 0, words: 0, behind: 0 };
  const page = (right: boolean): ChoiceSample => ({
    candidates: [
      { signals: { ...nothing, hints: 3 }, right },
      { signals: nothing, right: !right },
    ],
  });
  const samples = Array.from({ length: 20 }, (_, i) => page(i % 5 !== 0));
  const sure = { weights: [2, ...Array.from({ length: 13 }, () => 0)], unknown: -9 };
  const cooled = tempered(sure, samples);
  expect(cooled.weights[0]).toBeLessThan(1.2);
  expect(cooled.weights[0]).toBeGreaterThan(0);
  expect(tempered(cooled, samples).weights[0]).toBeGreaterThan(0.4);
});

it('a badly read page has its lines where they were, with other letters in them', () => {
  const page = pageOfRows(Array.from({ length: 60 }, (_, i) => `Opening balance ${i}`));
  const random = createRandom(3);
  const read = Array.from({ length: 20 }, () => misreadPage(random, page));
  const places = new Set(page.lines.map(({ box }) => box.join()));
  expect(read.flatMap(({ lines }) => lines).every(({ box }) => places.has(box.join()))).toBe(true);
  expect(read.some(({ lines }) => lines.length < page.lines.length)).toBe(true);
  expect(read.some(({ lines }) => lines.some(({ text }) => /^\w+ \w+ \d+$/.test(text) && !/^Opening balance/.test(text)))).toBe(true); // prettier-ignore
});

it('an issuer is always for the same: half of them for judging', () => {
  const issuers = Array.from({ length: 400 }, (_, i) => `Issuer ${i}`);
  expect(issuers.filter(isForJudging).length).toBeGreaterThan(160);
  expect(issuers.filter(isForJudging).length).toBeLessThan(240);
  expect(issuers.map(isForJudging)).toEqual(issuers.map(isForJudging));
});

it('a page of a type of any country is right as the type of its own country too, and the other way round is not', () => {
  const type = (id: string, countries?: string[]): EngineDocumentType => ({
    ...typeOf({}),
    context_id: id,
    describes: { kind: 'payslip', format: 'page', ...(countries && { countries }) },
  });
  const types = [type('payslip'), type('uk_payslip', ['GBR']), type('german_payslip', ['DEU', 'AUT'])];
  expect([...rightTypes('payslip', 'en-GB', types)]).toEqual(['payslip', 'uk_payslip']);
  expect([...rightTypes('payslip', 'de', types)]).toEqual(['payslip', 'german_payslip']);
  expect([...rightTypes('uk_payslip', 'en-GB', types)]).toEqual(['uk_payslip']);
  expect([...rightTypes(null, 'de', types)]).toEqual([]);
});
