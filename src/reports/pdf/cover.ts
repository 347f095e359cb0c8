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
import { printable } from './printable.js';
import type { Speech } from './speech.js';

/** The first page: what came of the case, what it is about, and who is concerned. */
export const cover = (report: CaseReport, speech: Speech): Content[] => [
  {
    columns: [
      { text: speech.words.cover.title, style: 'title' },
      { text: 'ATTEST', style: 'mark', alignment: 'right', width: 90 },
    ],
  },
  { text: `${printable(report.agent.name)} · ${printable(report.case.goal)}`, style: 'subtitle' },
  decision(report, speech),
  { ...identity(report, speech), margin: [0, 14, 0, 12] },
  glance(report, speech),
  ...reasons(report, speech),
  ...parties(report, speech),
];

const TONES: { readonly [outcome in CaseReport['decision']['outcome']]: Tone } = {
  approved: 'good',
  review: 'doubt',
  denied: 'bad',
  failed: 'bad',
  none: 'plain',
};

function decision(report: CaseReport, speech: Speech): Content {
  const { outcome, decision_reason } = report.decision;
  const tone = TONES[outcome];
  const block: Content[] = [
    {
      text: speech.words.cover.outcomes[outcome],
      fontSize: 22,
      style: 'strong',
      color: toneColour(tone),
      lineHeight: 1.05,
    },
    { text: howDecided(report, speech), color: COLOURS.ink, margin: [0, 2, 0, 0] },
  ];
  if (decision_reason !== null && decision_reason.trim() !== '') {
    block.push({ text: `“${printable(decision_reason)}”`, style: 'quote', margin: [0, 5, 0, 0] });
  }
  return panel({ stack: block }, tone);
}

function howDecided({ decision, case: theCase }: CaseReport, speech: Speech): string {
  const { outcome, decided_at, completed_at } = decision;
  const say = speech.words.cover;
  if (decided_at !== null) {
    return say.afterReview(say.outcomes[outcome], authorOf(decision, speech), speech.time(decided_at));
  }
  if (theCase.erased) return say.erased;
  switch (outcome) {
    case 'approved':
    case 'review':
    case 'failed':
    case 'denied':
      return say[outcome](speech.time(completed_at));
    case 'none':
      return say.expired(speech.time(theCase.updated_at));
  }
}

/** Whoever decided by what the caller said, which nobody but the caller answers for, and whose key it was said with. */
const authorOf = ({ decided_by, decision_actor }: CaseReport['decision'], { words, actor }: Speech): string =>
  decision_actor === null ? actor(decided_by) : words.cover.saidWith(printable(decision_actor), actor(decided_by));

function identity(
  { case: theCase, agent, decision, generated_at, replay }: CaseReport,
  { words: { cover: say }, ...speech }: Speech,
): ContentNode {
  const left: [string, Content][] = [
    [say.case, theCase.session_id],
    [say.clientReference, printable(theCase.client_reference_id ?? '–')],
    [say.tenant, theCase.tenant_id === '' ? say.platform : printable(theCase.tenant_id)],
    [say.agent, say.agentAndVersion(printable(agent.name), printable(agent.version))],
    [say.askedFor, agent.required.map(speech.type).join(', ') || say.nothingInParticular],
  ];
  const right: [string, Content][] = [
    [say.opened, speech.time(theCase.created_at)],
    [say.completed, speech.time(decision.completed_at)],
    [say.decided, speech.time(decision.decided_at)],
    [say.lastChange, speech.time(theCase.updated_at)],
    [say.made, speech.time(generated_at)],
  ];
  if (replay) left.push([say.replayOf, replay.replay_of]);
  return {
    columns: [
      { width: '56%', ...facts(left) },
      { width: '*', ...facts(right, 74) },
    ],
  };
}

/** Four figures that a reader looks for first. */
function glance({ documents, agent, validation, cross_match }: CaseReport, { words }: Speech): Content {
  const { cover: say } = words;
  const read = documents.filter(({ status }) => status === 'done').length;
  const kept = validation.filter(({ valid, still_valid }) => valid && still_valid !== false).length;
  const toneOf = (whole: boolean): Tone => (whole ? 'good' : 'doubt');
  const tiles: [string, string, Tone][] = [
    [say.documentsRead, say.of(read, documents.length), toneOf(read === documents.length && read > 0)],
    [
      say.typesCollected,
      agent.required.length === 0
        ? say.any
        : say.of(agent.required.length - agent.missing.length, agent.required.length),
      agent.required.length === 0 ? 'plain' : toneOf(agent.missing.length === 0),
    ],
    [
      say.rulesKept,
      validation.length === 0 ? '–' : say.of(kept, validation.length),
      validation.length === 0 ? 'plain' : toneOf(kept === validation.length),
    ],
    [
      say.documentsAgree,
      cross_match.judged ? (cross_match.agreed ? words.yes : words.no) : say.notCompared,
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

const EFFECT_TONES: { readonly [effect in ReportedReason['effect']]: Tone } = {
  failed: 'bad',
  denied: 'bad',
  review: 'doubt',
  note: 'plain',
};

function reasons({ decision }: CaseReport, { words, ...speech }: Speech): Content[] {
  if (decision.reasons.length === 0) return [];
  const { cover: say } = words;
  return [
    heading(say.reasons),
    table(
      [50, '*', 96, 84],
      [say.effect, say.reason, words.documentType, words.field],
      decision.reasons.map(({ code, effect, detail, document_type, field }): TableCell[] => [
        judged(say.effects[effect], EFFECT_TONES[effect]),
        { stack: [printable(detail), { text: code, fontSize: 7, color: COLOURS.grey }] },
        document_type === null ? '–' : speech.type(document_type),
        field === null ? '–' : speech.field(field),
      ]),
    ),
  ];
}

function parties({ parties: all, documents }: CaseReport, { words: { cover: say }, ...speech }: Speech): Content[] {
  const number = (docId: string): string => String((documents.find((one) => one.doc_id === docId)?.doc_index ?? 0) + 1);
  const saidBy = (docIds: string[]): string => say.documentsOf(docIds.map(number));
  const party = (one: ReportedParty): Content => ({
    headlineLevel: 2,
    margin: [0, 0, 0, 8],
    stack: [
      {
        text: [
          { text: printable(one.name), style: 'strong', fontSize: 10.5 },
          { text: `   ${say.namedBy(say.roles[one.role], saidBy(one.doc_ids))}`, color: COLOURS.grey },
        ],
      },
      facts([
        ...one.also_named.map((name): [string, Content] => [say.alsoWritten, printable(name)]),
        ...one.details.map(({ meaning, value, doc_ids }): [string, Content] => [
          speech.field(meaning),
          { text: [speech.value(value), { text: `   ${saidBy(doc_ids)}`, color: COLOURS.grey, fontSize: 7.5 }] },
        ]),
      ]),
    ],
  });
  if (all.length === 0) return [];
  return [heading(say.parties), ...all.map(party)];
}
