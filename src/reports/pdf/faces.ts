import type { Content } from 'pdfmake';
import type { CaseReport } from '../caseReport.js';
import type { ReportedFaceCheck, ReportedWatchlistCheck } from '../reportedFaces.js';
import { type FacePictures, jpegIn, type ReportPictures } from './pictures.js';
import { printable } from './printable.js';
import type { Speech } from './speech.js';
import { facts, heading, judged, remark, type Tone } from './style.js';

/** The box that a face fits into, in points. */
const FACE = { width: 84, height: 104 };

const TONES: { readonly [status in ReportedFaceCheck['status']]: Tone } = {
  passed: 'good',
  failed: 'bad',
  not_run: 'doubt',
};

/** The faces that were compared, side by side, and those that were looked for in watchlists, with what came of it. */
export function faces(report: CaseReport, pictures: ReportPictures, speech: Speech): Content[] {
  const { faces: say } = speech.words;
  const { faces: compared, watchlists } = report;
  return [
    ...(compared.length > 0 ? [heading(say.title), remark(say.says)] : []),
    ...compared.map((check, index) => pair(report, check, pictures.faces?.[index] ?? {}, speech)),
    ...(watchlists.length > 0 ? [heading(say.watchlists.title), remark(say.watchlists.says)] : []),
    ...watchlists.map((check, index) => sought(report, check, pictures.sought?.[index], speech)),
  ];
}

function sought(
  report: CaseReport,
  check: ReportedWatchlistCheck,
  jpeg: Uint8Array | undefined,
  speech: Speech,
): Content {
  const { faces: say } = speech.words;
  const { status, detail, picture: whose, face, similarity, threshold, expected_false_matches, networks } = check;
  const outcome = judged(say.watchlists.statuses[status], TONES[status]);
  const strangers = expected_false_matches === null ? say.notMeasured : speech.measure(expected_false_matches);
  return {
    columns: [
      picture(jpeg, whose === 'selfie' ? say.selfie : say.portrait, face, report, speech),
      facts([
        [say.outcome, outcome],
        ['', printable(detail)],
        ...(similarity === null ? [] : [[say.similarity, speech.measure(similarity)] as [string, Content]]),
        [say.threshold, speech.measure(threshold)],
        ...(check.compared === null ? [] : [[say.watchlists.compared, String(check.compared)] as [string, Content]]),
        ...(check.compared === null ? [] : [[say.watchlists.strangers, strangers] as [string, Content]]),
        [say.networks, printable(networks)],
      ]),
    ],
    columnGap: 10,
    margin: [0, 2, 0, 8],
    unbreakable: true,
  };
}

function pair(
  report: CaseReport,
  check: ReportedFaceCheck,
  { portrait, selfie }: FacePictures,
  speech: Speech,
): Content {
  const { faces: say } = speech.words;
  const { status, detail, similarity, threshold, far, networks } = check;
  const measured = similarity !== null && status !== 'not_run';
  return {
    columns: [
      picture(portrait, say.portrait, check.portrait, report, speech),
      picture(selfie, say.selfie, check.selfie, report, speech),
      facts([
        [say.outcome, judged(say.statuses[status], TONES[status])],
        ['', printable(detail)],
        ...(measured ? [[say.similarity, speech.measure(similarity)] as [string, Content]] : []),
        [say.threshold, speech.measure(threshold)],
        [say.far, far === null ? say.notMeasured : `${speech.measure(far * 100)} %`],
        [say.networks, printable(networks)],
      ]),
    ],
    columnGap: 10,
    margin: [0, 2, 0, 8],
    unbreakable: true,
  };
}

function picture(
  jpeg: Uint8Array | undefined,
  name: string,
  face: ReportedFaceCheck['portrait'],
  { documents }: CaseReport,
  { words }: Speech,
): Content {
  const index = documents.find(({ doc_id }) => doc_id === face?.doc_id)?.doc_index;
  const place = face?.page ? `, ${words.documents.page(face.page)}` : '';
  const where = index === undefined ? '' : ` (${words.documents.documentOf(index + 1)}${place})`;
  const shown: Content = jpeg ? jpegIn(jpeg, FACE) : { text: words.documents.noPicture, style: 'remark' };
  return { width: FACE.width + 10, stack: [shown, { text: `${name}${where}`, style: 'caption' }] };
}
