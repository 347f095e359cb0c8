import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildReport } from '../../../src/reports/buildReport.js';
import { NO_PICTURES, type ReportPicture, type ReportPictures } from '../../../src/reports/pdf/pictures.js';
import { createOffLoopRenderer } from '../../../src/reports/pdf/renderOffLoop.js';
import { renderReportPdf } from '../../../src/reports/pdf/renderReportPdf.js';
import type { CaseReport, ReportedParty } from '../../../src/reports/caseReport.js';
import type { CaseEvent } from '../../../src/domain/cases/caseEvents.js';
import type { FieldValueView } from '../../../src/domain/documents/index.js';
import { approved, caseOf, DOCUMENTS, endedAt, historyOf, SESSION, untilReview } from './sampleCase.js';

const reportOf = (events: CaseEvent[]) =>
  buildReport(caseOf(events), historyOf(events), new Date('2026-11-21T12:00:00Z'));

const report = reportOf([...untilReview, approved]);
let pictures: ReportPictures;
let pdf: Buffer;
let pages: string[];

/** The text of each page, as it would be copied out of it; line breaks and runs of spaces are one space. */
async function textOf(bytes: Uint8Array): Promise<string[]> {
  const loading = getDocument({ data: Uint8Array.from(bytes), verbosity: VerbosityLevel.ERRORS });
  const document = await loading.promise;
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(
      items
        .map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : ''))
        .join('')
        .replace(/\s+/g, ' '),
    );
  }
  await loading.destroy();
  return texts;
}

beforeAll(async () => {
  const jpeg = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  const of: ReportPictures['of'] = new Map<string, ReportPicture[]>([
    [DOCUMENTS[0]!, [{ jpeg, coarse: true, page: 1, kinds: ['read', 'found'] }]],
    [DOCUMENTS[2]!, [1, 2, 7].map((page) => ({ jpeg, coarse: false, page, kinds: ['doubt'] }))],
  ]);
  pictures = { of, left_out: 2 };
  pdf = await renderReportPdf(report, pictures);
  pages = await textOf(pdf);
});

describe('the PDF of a report', () => {
  it('begins with the decision, who made it, and the reasons', () => {
    expect(pages[0]).toContain('Approved after review by API key 41ad5f0c-8b1e-4c9e-8a58-0c2b7d1e6f30');
    expect(pages[0]).toContain('Name is the Ukrainian spelling before marriage');
    expect(pages[0]).toContain('cross_match_mismatch');
  });

  it('names who decided as the caller said, beside the key that it was said with', async () => {
    const decision = { ...report.decision, decision_actor: 'Olena Šimková' };
    const [cover] = await textOf(await renderReportPdf({ ...report, decision }, NO_PICTURES));
    expect(cover).toContain(
      'Approved after review by Olena Šimková, as said with the API key 41ad5f0c-8b1e-4c9e-8a58-0c2b7d1e6f30, on ',
    );
  });

  it('holds values in Latin, Greek and Cyrillic', () => {
    const text = pages.join(' ');
    for (const value of [
      'Česká spořitelna',
      'Náměstí Míru',
      'ΠΑΠΑΔΟΠΟΥΛΟΥ',
      'Софія Пападопулу-Ђорђевић',
      'Київенерго',
    ]) {
      expect(text).toContain(value);
    }
  });

  it('says on every page which one it is, of which case and which report', () => {
    pages.forEach((text, index) => {
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(text).toContain(SESSION);
      expect(text).toContain(report.integrity.report_sha256.slice(0, 16));
    });
  });

  it('holds all hashes in full, every event and every document', () => {
    const text = pages.join(' ');
    for (const { sha256, doc_id } of report.documents)
      expect([text.includes(sha256), text.includes(doc_id)]).toEqual([true, true]);
    for (const { summary } of report.timeline) expect(text).toContain(summary);
    expect(text).toContain(report.integrity.history.sha256);
    expect(text).toContain(report.integrity.report_sha256);
  });

  it('holds them wherever on a page they come to stand', async () => {
    const short = { ...report, documents: report.documents.slice(0, 1) };
    const event = report.timeline[0]!;
    // Events enough to move what follows them over the foot of a page.
    for (let events = 14; events <= 26; events += 1) {
      const timeline = Array.from({ length: events }, () => event);
      const texts = await textOf(await renderReportPdf({ ...short, timeline }, NO_PICTURES));
      expect(texts.join(' '), `after ${events} events`).toContain(report.integrity.history.sha256);
      expect(texts.join(' ')).toContain(`Report ${report.integrity.report_sha256}`);
      for (const text of texts) expect(text.length).toBeGreaterThan(150);
    }
  });

  it('says of which documents it was not measured how often values are right', () => {
    const notMeasured = 'How often values on documents of this type are right was not measured.';
    // The bank statement and the utility bill; passports are among those that were measured.
    expect(pages.join(' ').replace(/\s+/g, ' ').split(notMeasured)).toHaveLength(3);
  });

  it('says which pictures are coarse and which documents have none', () => {
    const text = pages.join(' ');
    expect(text.match(/Coarse, as it shows masked values/g)).toHaveLength(1);
    expect(text.match(/No picture/g)).toHaveLength(2);
  });

  it('shows the pages that have something to show, says what their boxes mean, and how many pages stand without', () => {
    const text = pages.join(' ');
    for (const page of [1, 2, 7]) expect(text).toContain(`Page ${page} `);
    for (const [meaning, documents] of [
      ['a value was read here', 1],
      ['a check found something here', 1],
      ['a check found something doubtful here', 1],
    ] as const) {
      expect(text.split(meaning), meaning).toHaveLength(documents + 1);
    }
    expect(text).toContain('2 more pages have something to show');
    expect(pdf.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(4);
  });

  it('carries the same facts as JSON', async () => {
    const loading = getDocument({ data: Uint8Array.from(pdf), verbosity: VerbosityLevel.ERRORS });
    const attached = (await (await loading.promise).getAttachments()) as { [name: string]: { content: Uint8Array } };
    await loading.destroy();
    expect(JSON.parse(Buffer.from(attached['report.json']!.content).toString())).toEqual(report);
  });

  it('is the same for the same facts', async () => {
    expect((await renderReportPdf(report, pictures)).equals(pdf)).toBe(true);
  });

  it('is set in another thread with the same outcome, two at a time as well', async () => {
    const render = createOffLoopRenderer();
    const made = await Promise.all([render(report, pictures), render(report, pictures)]);
    expect(made.map((one) => pdf.equals(one))).toEqual([true, true]);
  });

  it('names a party of whom nothing but the name is known', async () => {
    const named: ReportedParty = {
      ...{ role: 'holder', name: 'Tomas Halvorsen' },
      ...{ also_named: [], doc_ids: [DOCUMENTS[0]!], details: [] },
    };
    const text = await textOf(await renderReportPdf({ ...report, parties: [named] }, NO_PICTURES));
    expect(text[0]).toContain('Tomas Halvorsen');
  });

  it('of cases that expired, or hold nothing, says so', async () => {
    const expired: CaseEvent = {
      type: 'CaseExpired',
      data: { ...endedAt('2026-11-22T09:30:00.000Z'), expired_at: '2026-11-22T09:30:00.000Z' },
    };
    const [first, second] = await textOf(await renderReportPdf(reportOf([untilReview[0]!, expired]), NO_PICTURES));
    expect(first).toContain('Expired without a decision');
    expect(second).toContain('No document was received.');
  });
});

describe('hostile values in a PDF', () => {
  const [passport, ...others] = report.documents;
  const withValue = (value: FieldValueView, name = 'note'): CaseReport => ({
    ...report,
    documents: [
      {
        ...passport!,
        filename: typeof value === 'string' ? value : 'page.pdf',
        fields: [{ ...passport!.fields[0]!, field: name, value }],
      },
      ...others,
    ],
  });
  const render = async (one: CaseReport) => (await textOf(await renderReportPdf(one, NO_PICTURES))).join(' ');

  it('neither break it nor read a file nor fetch anything', async () => {
    for (const value of [
      '\u0000\u001b[31mred\ud800',
      'file:///etc/passwd',
      'http://127.0.0.1/x.png',
      '{text: "x"}',
      '<svg/>',
    ]) {
      expect(await render(withValue(value))).toContain('Integrity');
    }
    expect(await render(withValue({ image: '/etc/hostname', qr: 'x' }))).toContain('image: /etc/hostname');
    expect(await render(withValue('x', 'constructor'))).toContain('Constructor');
  });

  it('are set in full however long they are', async () => {
    const long = 'W'.repeat(3000);
    expect((await render(withValue(long, long.slice(0, 128)))).match(/W/g)!.length).toBeGreaterThanOrEqual(2 * 3000);
    const rows = Array.from({ length: 150 }, (_, row) => ({ date: '2026-01-01', amount: row, balance: null }));
    expect(await render(withValue(rows))).toContain('date: 2026-01-01 · amount: 149');
  });

  it('in scripts that the fonts lack are announced', async () => {
    expect(await render(withValue('Παπαδοπούλου, Ђорђевић, Łukasiewicz'))).not.toContain('other scripts than');
    expect(await render(withValue('山田太郎'))).toContain('other scripts than Latin, Greek and Cyrillic');
  });
});

describe('the fonts of a PDF', () => {
  it('are embedded', () => {
    expect(pdf.toString('latin1')).toContain('/FontFile2');
    expect(readFileSync(new URL('../../../THIRD-PARTY-NOTICES.md', import.meta.url), 'utf8')).toContain('Noto Sans');
  });
});
