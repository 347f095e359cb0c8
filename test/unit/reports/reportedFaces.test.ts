import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FaceCheck, WatchlistCheck } from '../../../src/domain/cases/index.js';
import type { ThumbnailOptions } from '../../../src/engines/documents/thumbnails/thumbnail.js';
import { BlobNotFound } from '../../../src/platform/blobs/blobStore.js';
import { buildReport } from '../../../src/reports/buildReport.js';
import { NO_PICTURES } from '../../../src/reports/pdf/pictures.js';
import { renderReportPdf } from '../../../src/reports/pdf/renderReportPdf.js';
import { pictureFaces } from '../../../src/reports/pictureFaces.js';
import { caseOf, DOCUMENTS, historyOf, untilReview } from './sampleCase.js';

const [PASSPORT, , , SELFIE] = DOCUMENTS as [string, string, string, string];
const check: FaceCheck = {
  ...{ code: 'face_mismatch', status: 'failed', weight: 'strong', why: null, detail: 'They are not alike.' },
  ...{ document_type: 'passport', similarity: 0.2817, threshold: 0.75, far: 0.0003, networks: 'faceplugin 0.0.1' },
  portrait: { doc_id: PASSPORT, page: 1, box: [0.05, 0.2, 0.2, 0.2] },
  selfie: { doc_id: SELFIE, page: 1, box: [0.3, 0.2, 0.4, 0.5] },
};
const missing: FaceCheck = {
  ...{ ...check, status: 'not_run', why: 'no_selfie', detail: 'There is no selfie.', similarity: null, selfie: null },
  portrait: { doc_id: PASSPORT, page: null, box: null },
};
const hit: WatchlistCheck = {
  ...{
    code: 'face_watchlist_hit',
    status: 'failed',
    weight: 'strong',
    why: null,
    detail: 'It is like one on the list.',
  },
  ...{
    database: 'fraudsters',
    picture: 'portrait',
    document_type: 'passport',
    face: check.portrait,
    similarity: 0.9134,
  },
  ...{ threshold: 0.7, far: 0.003, compared: 1250, expected_false_matches: 3.75, networks: 'faceplugin 0.0.1' },
  registration_id: '5f0c3c7e-8b1d-8a53-9f5e-2f4f3f0b7a11',
};
const notSearched: WatchlistCheck = {
  ...{ ...hit, status: 'not_run', why: 'no_engine', detail: 'Nobody looked.', picture: 'selfie', document_type: null },
  ...{
    face: { doc_id: SELFIE, page: null, box: null },
    similarity: null,
    compared: null,
    expected_false_matches: null,
  },
};
const sample = caseOf(untilReview);
const withFaces = { ...sample, result: { ...sample.result!, face_checks: [check, missing] } };
const withHits = { ...withFaces, result: { ...withFaces.result, watchlist_checks: [hit, notSearched] } };

describe('the faces of a report', () => {
  it('are its facts, with all the evidence', () => {
    const report = buildReport(withFaces, historyOf(untilReview), new Date('2026-11-21T12:00:00Z'));
    expect(report.faces).toMatchObject([
      { status: 'failed', similarity: 0.2817, threshold: 0.75, far: 0.0003, portrait: check.portrait },
      { status: 'not_run', why: 'no_selfie', selfie: null },
    ]);
    expect(buildReport(sample, historyOf(untilReview), new Date())).toMatchObject({ faces: [], watchlists: [] });
  });

  it('that were looked for in watchlists are its facts too, and whom they are like there is not in it', () => {
    const report = buildReport(withHits, historyOf(untilReview), new Date('2026-11-21T12:00:00Z'));
    expect(report.watchlists).toMatchObject([
      { status: 'failed', database: 'fraudsters', similarity: 0.9134, compared: 1250, face: check.portrait },
      { status: 'not_run', why: 'no_engine', picture: 'selfie', compared: null },
    ]);
    expect(JSON.stringify(report)).not.toContain(hit.registration_id);
  });

  it('stand beside each other in the PDF, in its language', async () => {
    const events = historyOf(untilReview);
    const german = buildReport({ ...withHits, language: 'de' }, events, new Date('2026-11-21T12:00:00Z'));
    const create = { width: 60, height: 80, channels: 3, background: 'teal' } as const;
    const jpeg = await sharp({ create }).jpeg().toBuffer();
    const pdf = await renderReportPdf(german, {
      ...{ ...NO_PICTURES, faces: [{ portrait: jpeg, selfie: jpeg }, {}], sought: [jpeg, undefined] },
    });
    const loading = getDocument({ data: Uint8Array.from(pdf), verbosity: VerbosityLevel.ERRORS });
    const document = await loading.promise;
    let text = '';
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent();
      text += items.map((item) => ('str' in item ? item.str : '')).join(' ');
    }
    await loading.destroy();
    expect(pdf.toString('latin1')).toContain('/DCTDecode');
    for (const words of ['Beobachtungslisten', 'Treffer', '0,9134', '1250', '3,75', 'Nobody looked.', 'nicht gesucht'])
      expect(text).toContain(words);
    for (const words of ['Gesichter', 'nicht ähnlich', '0,2817', '0,03 %', 'There is no selfie.', 'nicht verglichen'])
      expect(text).toContain(words);
  });
});

describe('the pictures of faces', () => {
  const wantedOf = async (theCase: typeof withFaces, read?: () => Promise<Buffer>) => {
    const wanted: ThumbnailOptions[] = [];
    const pictures = await pictureFaces(theCase, {
      blobs: { read: read ?? (() => Promise.resolve(Buffer.from('file'))) },
      engine: {
        thumbnail: (_bytes, options) => {
          wanted.push(options);
          return Promise.resolve({ jpeg: Buffer.from('jpeg'), width: 4, height: 4, pages_total: 1 });
        },
      },
    });
    return { wanted, pictures };
  };
  const passportWith = (more: object): typeof withFaces => ({
    ...withFaces,
    documents: withFaces.documents.map((one) => (one.doc_id === PASSPORT ? { ...one, ...more } : one)),
  });

  it('show them with something around, each as its file lies, and none where none was seen', async () => {
    const { wanted, pictures } = await wantedOf(passportWith({ masked_fields: [] }));
    expect(wanted).toMatchObject([
      { page: 1, hidden: [], marks: [], part: { as: 'document' } },
      { page: 1, hidden: [], part: { as: 'photo' } },
    ]);
    expect(wanted[0]!.part!.box.map((share) => share.toFixed(2))).toEqual(['0.00', '0.14', '0.31', '0.32']);
    expect(pictures.faces).toMatchObject([{ portrait: Buffer.from('jpeg'), selfie: Buffer.from('jpeg') }, {}]);
    expect(pictures).toMatchObject({ faces: [{}, { portrait: undefined, selfie: undefined }], sought: [] });
  });

  it('show once what was compared and looked for, and nothing where no face was seen', async () => {
    const { wanted, pictures } = await wantedOf(withHits);
    expect([wanted.length, pictures.sought]).toEqual([2, [Buffer.from('jpeg'), undefined]]);
  });

  it('let nobody read a masked value beside a face, nor one of which nobody knows where it stands', async () => {
    const masked = { masked_fields: ['number'], extracted: { number: 'X1' } };
    const beside = { number: { page: 1, box: [0.2, 0.3, 0.2, 0.04] } };
    const [known] = (await wantedOf(passportWith({ ...masked, coordinates: beside }))).wanted;
    expect(known!.hidden).toHaveLength(1);
    expect(known!.hidden[0]!.every((share) => share >= 0 && share <= 1)).toBe(true);
    const [unknown] = (await wantedOf(passportWith({ ...masked, coordinates: {} }))).wanted;
    expect(unknown).toMatchObject({ hidden: [], part: { box: check.portrait!.box } });
    const elsewhere = { number: { page: 1, box: [0.6, 0.8, 0.2, 0.04] } };
    expect((await wantedOf(passportWith({ ...masked, coordinates: elsewhere }))).wanted[0]!.hidden).toEqual([]);
  });

  it('are left out where their file is gone, and once the case is erased', async () => {
    const gone = await wantedOf(withFaces, () => Promise.reject(new BlobNotFound('gone')));
    expect([gone.wanted, gone.pictures]).toEqual([[], { faces: [{}, {}], sought: [] }]);
    expect((await wantedOf({ ...withHits, erased: true })).pictures).toEqual({ faces: [], sought: [] });
  });
});
