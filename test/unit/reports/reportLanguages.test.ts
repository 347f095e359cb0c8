import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import type { CaseEvent } from '../../../src/domain/cases/caseEvents.js';
import { type Language, LANGUAGES } from '../../../src/domain/cases/wording/index.js';
import { CHECKS } from '../../../src/domain/documents/index.js';
import { buildReport } from '../../../src/reports/buildReport.js';
import type { CaseReport } from '../../../src/reports/caseReport.js';
import { NO_PICTURES } from '../../../src/reports/pdf/pictures.js';
import { renderReportPdf } from '../../../src/reports/pdf/renderReportPdf.js';
import { speechFor } from '../../../src/reports/pdf/speech.js';
import { reportWordingOf } from '../../../src/reports/wording/index.js';
import { approved, caseOf, historyOf, untilReview } from './sampleCase.js';

it.each([
  ['de', 'Mandant', 'bestanden'],
  ['fr', 'Organisation', 'réussi'],
  ['es', 'Organización', 'superada'],
  ['pt', 'Organização', 'superada'],
  ['it', 'Organizzazione', 'superato'],
  ['en', 'Tenant', 'passed'],
] as const)(
  'whom a case belongs to, and a check that it passed, are called what people call them: %s',
  (language, tenant, passed) => {
    const { cover, documents } = reportWordingOf(language);
    expect([cover.tenant, documents.checkStatuses.passed]).toEqual([tenant, passed]);
  },
);

const others = LANGUAGES.filter((language) => language !== 'en');

/** The sample case, held in a language, with a name of its own for one of the types. */
function reportIn(language: Language, type_names?: { [context_id: string]: string }): CaseReport {
  const events = [...untilReview, approved].map((event): CaseEvent => {
    if (event.type !== 'CaseOpened') return event;
    const { data } = event;
    const agent = { ...data.agent, ...(type_names && { type_names }) };
    return { type: 'CaseOpened', data: { ...data, agent, ...(language !== 'en' && { language }) } };
  });
  return buildReport(caseOf(events), historyOf(events), new Date('2026-11-21T12:00:00Z'));
}

async function textOf(report: CaseReport): Promise<string> {
  const pdf = await renderReportPdf(report, NO_PICTURES);
  const loading = getDocument({ data: Uint8Array.from(pdf), verbosity: VerbosityLevel.ERRORS });
  const document = await loading.promise;
  let text = '';
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    text += items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('');
  }
  await loading.destroy();
  return text.replace(/\s+/g, ' ');
}

/** All sentences of a part of a wording; what takes arguments is said of something. */
const said = (part: object): string[] =>
  Object.values(part).flatMap((one: unknown) => {
    if (typeof one === 'string') return [one];
    if (typeof one === 'function') {
      const say = one as (...given: unknown[]) => string;
      // Lists where lists are taken: text has no `map`.
      for (const given of [
        ['x', 'y', 'z'],
        [['x'], 'y'],
        [[{ type: 'x', code: 'glare' }], 'y'],
        [2, ['x'], 'y'],
      ]) {
        try {
          return [say(...given)];
        } catch {
          continue;
        }
      }
      throw new Error('a sentence takes something else');
    }
    return typeof one === 'object' && one !== null ? said(one) : [];
  });

describe('the words of a report', () => {
  it.each(others)('are of one language alone (%s): no longer one of them is the English one', (language) => {
    const english = new Set(said(reportWordingOf('en')));
    const own = said(reportWordingOf(language));
    expect(own.length).toBeGreaterThanOrEqual(english.size);
    expect(own.filter((one) => one.length > 12 && english.has(one))).toEqual([]);
  });

  it.each(others)('name every check (%s)', (language) => {
    const names = reportWordingOf(language).documents.checkNames ?? {};
    expect(Object.keys(names).sort()).toEqual(Object.keys(CHECKS).sort());
    expect(new Set(Object.values(names)).size).toBe(Object.keys(CHECKS).length);
  });

  it('write times, sizes and shares as each language does', () => {
    const spoken = (['en', 'de', 'fr'] as const).map((language) => speechFor(reportIn(language)));
    expect(spoken.map(({ time }) => time('2026-11-21T09:31:12.004Z'))).toEqual([
      '21 Nov 2026, 09:31:12 UTC',
      '21.11.2026, 09:31:12 UTC',
      '21 nov. 2026, 09:31:12 UTC',
    ]);
    const [en, de, fr] = spoken;
    expect([en, de, fr].map((speech) => speech?.size(1_482_113))).toEqual(['1.5 MB', '1,5 MB', '1,5 Mo']);
    expect([en, de].map((speech) => speech?.percent(0.9999))).toEqual(['99.9 %', '99,9 %']);
    expect(en?.time(null)).toBe('–');
  });
});

describe('a report in the language of its case', () => {
  it.each(others)('has the keys and codes of the English one (%s)', (language) => {
    const shape = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(shape)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shape(one)]))
          : typeof value;
    const [own, english] = [reportIn(language), reportIn('en')];
    expect(shape(own)).toEqual(shape(english));
    const codes = ({ documents, decision, timeline }: CaseReport) => [
      documents.map(({ document_type, status, error_code, checks }) => [
        ...[document_type, status, error_code],
        checks.map(({ code, weight }) => [code, weight]),
      ]),
      decision.reasons.map(({ code }) => code),
      timeline.map(({ type }) => type),
    ];
    expect(codes(own)).toEqual(codes(english));
    expect(own.case.language).toBe(language);
    expect(own.documents.at(-1)?.error_code).toBe('unreadable');
  });

  it('has its sentences in that language, and keeps those of the English one', () => {
    const { timeline, documents, type_names } = reportIn('de');
    expect(timeline[2]?.summary).toBe('Dokument 1 wurde gelesen als: Reisepass, Sicherheit 0.9931');
    expect(documents[2]?.violations[0]?.message).toBe('Ein Wert hat nicht das Format seiner Regel.');
    expect(documents[0]?.evidence[0]?.detail).toBe('maschinenlesbare Zone');
    expect(type_names).toEqual({
      passport: 'Reisepass',
      bank_statement: 'Kontoauszug',
      utility_bill: 'Versorgerrechnung',
    });
    const english = reportIn('en');
    expect(english.timeline[2]?.summary).toBe('Document 1 was read as passport, confidence 0.9931');
    expect(english.documents[2]?.violations[0]?.message).toBe('bill_date is more than twelve months in the past');
  });

  it('is set in it from the first word to the last, with its accents', async () => {
    const text = await textOf(reportIn('fr', { utility_bill: 'Facture Énergie+' }));
    for (const words of [
      'Rapport de vérification',
      'Approuvé après examen par clé d’API 41ad5f0c',
      'Relevé de compte bancaire',
      'Facture Énergie+',
      'Date de naissance',
      '27 mars 1988',
      'Chiffre de contrôle de la zone de lecture automatique faux',
      'Le fichier n’a pas pu être lu. (The PDF is protected',
      'Le document 3 a été lu comme : Facture Énergie+',
      'Page 1 sur ',
    ]) {
      expect(text).toContain(words);
    }
    for (const words of ['Verification', 'Decision trail', 'Looked for', 'Not looked at', 'Page 1 of', ' was read']) {
      expect(text).not.toContain(words);
    }
  });

  it('says of a case that the policy denied that nobody reviewed it', async () => {
    const report = reportIn('en');
    const decision = { ...report.decision, outcome: 'denied' as const, decided_at: null, decided_by: null };
    const text = await textOf({ ...report, documents: [], timeline: [], decision_trail: [], decision });
    expect(text).toContain('Denied by the rules of the agent on 21 Nov 2026, 09:31:12 UTC.');
    expect(text).not.toContain('after review');
  });
});
