import type { Content, ContentNode, TableCell } from 'pdfmake';
import type { CaseReport, ReportedParty, ReportedReason } from '../caseReport.js';
import {
  COLOURS,
  facts,
  heading,
  judged,
  panel,
  PLAIN_TABLE,
  table,
  toneColour,
  tonePanel,
  type Tone,
} from './style.js';
import { actorInWords, inWords, printable, timeInWords } from './wording.js';

/** The first page: what came of the case, what it is about, and who is concerned. */
export const cover = (report: CaseReport): Content[] => [
  {
    columns: [
      { text: 'Verification report', style: 'title' },
      { text: 'ATTEST', style: 'mark', alignment: 'right', width: 90 },
    ],
  },
  { text: `${printable(report.agent.name)} · ${printable(report.case.goal)}`, style: 'subtitle' },
  decision(report),
  { ...identity(report), margin: [0, 14, 0, 12] },
  glance(report),
  ...reasons(report),
  ...parties(report),
];

const OUTCOMES: { readonly [outcome in CaseReport['decision']['outcome']]: { word: string; tone: Tone } } = {
  approved: { word: 'Approved', tone: 'good' },
  review: { word: 'In review', tone: 'doubt' },
  denied: { word: 'Denied', tone: 'bad' },
  failed: { word: 'Failed', tone: 'bad' },
  none: { word: 'Expired without a decision', tone: 'plain' },
};

function decision(report: CaseReport): Content {
  const { outcome, decision_reason } = report.decision;
  const { word, tone } = OUTCOMES[outcome];
  const block: Content[] = [
    { text: word, fontSize: 22, style: 'strong', color: toneColour(tone), lineHeight: 1.05 },
    { text: howDecided(report), color: COLOURS.ink, margin: [0, 2, 0, 0] },
  ];
  if (decision_reason !== null && decision_reason.trim() !== '') {
    block.push({ text: `“${printable(decision_reason)}”`, style: 'quote', margin: [0, 5, 0, 0] });
  }
  return panel({ stack: block }, tone);
}

function howDecided({ decision, case: theCase }: CaseReport): string {
  const { outcome, decided_at, completed_at } = decision;
  if (decided_at !== null)
    return `${OUTCOMES[outcome].word} after review by ${authorOf(decision)} on ${timeInWords(decided_at)}.`;
  if (theCase.erased) return 'What the case held was erased; this is what is still known of it.';
  switch (outcome) {
    case 'approved':
      return `Approved by the rules of the agent on ${timeInWords(completed_at)}; nothing called for a review.`;
    case 'review':
      return `Completed on ${timeInWords(completed_at)}; a person has to approve or deny it.`;
    case 'failed':
      return `Completed on ${timeInWords(completed_at)}; there was nothing to decide on.`;
    case 'denied':
      return 'Denied after review.';
    case 'none':
      return `Nothing happened in the case for too long; it expired on ${timeInWords(theCase.updated_at)}.`;
  }
}

/** Whoever decided by what the caller said, which nobody but the caller answers for, and whose key it was said with. */
const authorOf = ({ decided_by, decision_actor }: CaseReport['decision']): string =>
  decision_actor === null
    ? actorInWords(decided_by)
    : `${printable(decision_actor)}, as said with the ${actorInWords(decided_by)},`;

function identity({ case: theCase, agent, decision, generated_at, replay }: CaseReport): ContentNode {
  const left: [string, Content][] = [
    ['Case', theCase.session_id],
    ['Client reference', printable(theCase.client_reference_id ?? '–')],
    ['Tenant', theCase.tenant_id === '' ? 'platform' : printable(theCase.tenant_id)],
    ['Agent', `${printable(agent.name)}, version ${printable(agent.version)}`],
    ['Documents asked for', agent.required.map(inWords).join(', ') || 'none in particular'],
  ];
  const right: [string, Content][] = [
    ['Opened', timeInWords(theCase.created_at)],
    ['Completed', timeInWords(decision.completed_at)],
    ['Decided', timeInWords(decision.decided_at)],
    ['Last change', timeInWords(theCase.updated_at)],
    ['Report made', timeInWords(generated_at)],
  ];
  if (replay) left.push(['Replay of', replay.replay_of]);
  return {
    columns: [
      { width: '56%', ...facts(left) },
      { width: '*', ...facts(right, 64) },
    ],
  };
}

/** Four figures that a reader looks for first. */
function glance({ documents, agent, validation, cross_match }: CaseReport): Content {
  const read = documents.filter(({ status }) => status === 'done').length;
  const kept = validation.filter(({ valid, still_valid }) => valid && still_valid !== false).length;
  const toneOf = (whole: boolean): Tone => (whole ? 'good' : 'doubt');
  const tiles: [string, string, Tone][] = [
    ['Documents read', `${read} of ${documents.length}`, toneOf(read === documents.length && read > 0)],
    [
      'Types collected',
      agent.required.length === 0 ? 'any' : `${agent.collected.length} of ${agent.required.length}`,
      agent.required.length === 0 ? 'plain' : toneOf(agent.missing.length === 0),
    ],
    [
      'Rules kept',
      validation.length === 0 ? '–' : `${kept} of ${validation.length}`,
      validation.length === 0 ? 'plain' : toneOf(kept === validation.length),
    ],
    [
      'Documents agree',
      cross_match.judged ? (cross_match.agreed ? 'yes' : 'no') : 'not compared',
      cross_match.judged ? toneOf(cross_match.agreed) : 'plain',
    ],
  ];
  const tile = ([name, figure, tone]: [string, string, Tone]): TableCell => ({
    stack: [
      { text: figure, fontSize: 13, style: 'strong', color: toneColour(tone) },
      { text: name, fontSize: 7.5, color: COLOURS.grey },
    ],
    fillColor: tonePanel(tone),
    margin: [9, 6, 4, 7],
  });
  const gap: TableCell = { text: '' };
  return {
    table: {
      widths: ['*', 6, '*', 6, '*', 6, '*'],
      body: [tiles.flatMap((one, index) => (index === 0 ? [tile(one)] : [gap, tile(one)]))],
    },
    layout: { ...PLAIN_TABLE, paddingRight: () => 0, paddingTop: () => 0, paddingBottom: () => 0 },
  };
}

function reasons({ decision }: CaseReport): Content[] {
  if (decision.reasons.length === 0) return [];
  const words: { readonly [effect in ReportedReason['effect']]: { word: string; tone: Tone } } = {
    failed: { word: 'Fails', tone: 'bad' },
    denied: { word: 'Denies', tone: 'bad' },
    review: { word: 'Review', tone: 'doubt' },
    note: { word: 'Note', tone: 'plain' },
  };
  return [
    heading('Reasons'),
    table(
      [38, '*', 96, 84],
      ['Effect', 'Reason', 'Document type', 'Field'],
      decision.reasons.map(({ code, effect, detail, document_type, field }): TableCell[] => [
        judged(words[effect].word, words[effect].tone),
        { stack: [printable(detail), { text: code, fontSize: 7, color: COLOURS.grey }] },
        document_type === null ? '–' : inWords(document_type),
        field === null ? '–' : inWords(field),
      ]),
    ),
  ];
}

function parties({ parties: all, documents }: CaseReport): Content[] {
  const number = (docId: string): string => String((documents.find((one) => one.doc_id === docId)?.doc_index ?? 0) + 1);
  const saidBy = (docIds: string[]): string =>
    `${docIds.length === 1 ? 'document' : 'documents'} ${docIds.map(number).join(', ')}`;
  const party = (one: ReportedParty): Content => ({
    headlineLevel: 2,
    margin: [0, 0, 0, 8],
    stack: [
      {
        text: [
          { text: printable(one.name), style: 'strong', fontSize: 10.5 },
          { text: `   ${inWords(one.role)}, named by ${saidBy(one.doc_ids)}`, color: COLOURS.grey },
        ],
      },
      facts([
        ...one.also_named.map((name): [string, Content] => ['Also written', printable(name)]),
        ...one.details.map(({ meaning, value, doc_ids }): [string, Content] => [
          inWords(meaning),
          { text: [printable(value), { text: `   ${saidBy(doc_ids)}`, color: COLOURS.grey, fontSize: 7.5 }] },
        ]),
      ]),
    ],
  });
  if (all.length === 0) return [];
  return [heading('Parties'), ...all.map(party)];
}
