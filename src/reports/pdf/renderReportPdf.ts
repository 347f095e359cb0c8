import { createRequire } from 'node:module';
import pdfmake from 'pdfmake';
import type { Content } from 'pdfmake';
import type { CaseReport } from '../caseReport.js';
import { cover } from './cover.js';
import { documents } from './documents.js';
import { faces } from './faces.js';
import { findings } from './findings.js';
import { history } from './history.js';
import type { ReportPictures } from './pictures.js';
import { COLOURS, remark } from './style.js';
import { isBeyondFonts } from './printable.js';
import { speechFor, type Speech } from './speech.js';

const require = createRequire(import.meta.url);
const fontFile = (style: string): string =>
  require.resolve(`@expo-google-fonts/noto-sans/${style}/NotoSans_${style}.ttf`);

const FONTS = {
  // All of Latin, Greek and Cyrillic.
  NotoSans: {
    normal: fontFile('400Regular'),
    bold: fontFile('600SemiBold'),
    italics: fontFile('400Regular_Italic'),
    bolditalics: fontFile('600SemiBold_Italic'),
  },
};

/** How far down a page a headline may begin, by its level: what it is over has to begin on that page too. */
const ROOM_FOR_HEADLINE = [1, 0.84, 0.89, 0.7];

pdfmake.setFonts(FONTS);
// A report is made of what it is given: it fetches nothing, and reads no file but its fonts.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(FONTS.NotoSans).includes(path));

/**
 * Sets a report as a PDF, A4, with its facts attached as `report.json`. The same report and pictures make the same bytes.
 */
export async function renderReportPdf(report: CaseReport, pictures: ReportPictures): Promise<Buffer> {
  const json = JSON.stringify(report);
  const made = new Date(report.generated_at);
  const speech = speechFor(report);
  const { words } = speech;
  return pdfmake
    .createPdf({
      content: [
        ...cover(report, speech),
        ...documents(report, pictures, speech),
        ...faces(report, pictures, speech),
        ...findings(report, speech),
        ...history(report, speech),
        ...(isBeyondFonts(json) ? [remark(words.beyondFonts)] : []),
      ],
      footer: (page, pages) => footer(report, words, page, pages),
      pageSize: 'A4',
      pageMargins: [40, 44, 40, 52],
      // A heading takes what it is over with it.
      pageBreakBefore: ({ headlineLevel, startPosition: { verticalRatio } }) =>
        verticalRatio > (ROOM_FOR_HEADLINE[headlineLevel ?? 0] ?? 1),
      version: '1.7',
      language: report.case.language,
      displayTitle: true,
      info: {
        title: words.titleOf(report.case.session_id),
        author: 'Attest',
        creator: 'Attest',
        subject: words.subject(report.agent.name),
        creationDate: made,
        modDate: made,
      },
      files: {
        'report.json': {
          src: `data:application/json;base64,${Buffer.from(json).toString('base64')}`,
          name: 'report.json',
          type: 'application/json',
          description: words.attachment,
          creationDate: made,
          modifiedDate: made,
        },
      },
      defaultStyle: { font: 'NotoSans', fontSize: 8.5, lineHeight: 1.15, color: COLOURS.ink },
      styles: {
        title: { fontSize: 20, bold: true },
        mark: { fontSize: 9, bold: true, color: COLOURS.accent, characterSpacing: 2, margin: [0, 9, 0, 0] },
        subtitle: { fontSize: 10, color: COLOURS.grey, margin: [0, 0, 0, 12] },
        heading: { fontSize: 13, bold: true, color: COLOURS.accent, margin: [0, 14, 0, 5] },
        documentTitle: { fontSize: 11.5, bold: true, margin: [0, 0, 0, 3] },
        subheading: { bold: true, margin: [0, 3, 0, 2] },
        columnTitle: { fontSize: 7.5, color: COLOURS.grey },
        remark: { fontSize: 7.5, color: COLOURS.grey, margin: [0, 0, 0, 5] },
        caption: { fontSize: 6.5, color: COLOURS.grey },
        code: { fontSize: 7 },
        strong: { bold: true },
        quote: { italics: true },
      },
    })
    .getBuffer();
}

const footer = (report: CaseReport, words: Speech['words'], page: number, pages: number): Content => ({
  margin: [40, 18, 40, 0],
  fontSize: 7,
  color: COLOURS.grey,
  columns: [
    {
      text: words.footer(report.case.session_id, report.integrity.report_sha256.slice(0, 16)),
      width: '*',
    },
    { text: words.pageOf(page, pages), alignment: 'right', width: 70 },
  ],
});
