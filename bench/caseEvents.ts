import { randomUUID } from 'node:crypto';
import { readDefinition } from '../src/domain/agents/index.js';
import { NOT_CROSS_MATCHED } from '../src/domain/documents/crossMatchOutcome.js';
import { caseRules, caseStream, type CaseEvent, type DocumentOutcome } from '../src/domain/cases/index.js';
import { NO_READING } from '../src/domain/cases/caseDocument.js';
import type { CaseAgent } from '../src/domain/cases/caseAgent.js';
import type { CaseCommand, CaseState, ReceivedDocument } from '../src/domain/cases/caseCommand.js';

/** Of whose cases they are. */
export const GOAL = 'onboarding';
/** Who asks for them, where nothing says who. */
export const AGENT: CaseAgent = {
  ...{ id: randomUUID(), revision: '1', goal: GOAL, name: 'Bench', version: '1', allow_cloud: false },
  ...{ required_types: ['passport'], intelligence_level: 2 },
};
const DEFINITION = readDefinition({ doc_type_map: { passport: 'passport' } });
/** What is read of each document. */
export const FIELDS = ['last_name', 'first_name', 'birth_date', 'document_number', 'expiry_date', 'nationality'];
const each = <Value>(value: Value): Record<string, Value> => Object.fromEntries(FIELDS.map((name) => [name, value]));

/** What is known of a case of which a benchmark makes the events. */
export interface BenchCase {
  session_id: string;
  tenant_id: string;
  reference: string;
  at: Date;
  /** Whether it is judged; else it goes on collecting. */
  ended: boolean;
  /** One that is there, where something reads it; else one that nobody made. */
  agent?: CaseAgent;
  /** What is read of the nth document; of each a passport whose values are all the same where it is left out. */
  read?: (nth: number) => { document_type: string; values: Record<string, string> };
  /** Three documents where it is left out, and one message that is answered. */
  size?: { documents: number; turns: number };
}

/** The events of a case, as the rules of cases make them: ten, where its size is left out. */
export function caseEvents({
  session_id,
  tenant_id,
  reference,
  at,
  ended,
  agent = AGENT,
  read = asAlways,
  size = { documents: 3, turns: 1 },
}: BenchCase): {
  stream: string;
  events: CaseEvent[];
} {
  const time = at.toISOString();
  const greeting = { message_id: randomUUID(), content: 'Good day', metadata: {} };
  const opening = { session_id, tenant_id, goal: GOAL, client_reference_id: reference, agent };
  const documents = Array.from({ length: size.documents }, () => documentOf(session_id));
  const commands: CaseCommand[] = [
    { type: 'open', opening: ended ? opening : { ...opening, greeting }, at: time },
    ...documents.map((document): CaseCommand => ({ type: 'receive_document', document, at: time })),
    ...documents.map(({ doc_id }, nth): CaseCommand => ({
      type: 'finish_document',
      doc_id,
      outcome: outcomeOf(read(nth)),
      at: time,
    })),
    ...Array.from({ length: size.turns }, (): CaseCommand => ({
      type: 'converse',
      message: { message_id: randomUUID(), content: 'Is that all?', doc_ids: [] },
      reply: () => ({ message_id: randomUUID(), content: 'It is.', metadata: {} }),
      at: time,
    })),
  ];
  if (ended) commands.push({ type: 'complete', agent: DEFINITION, findOut: () => FINDINGS, at: time });
  let state: CaseState = caseRules.initial;
  const events = commands.flatMap((command) => {
    const decided = caseRules.decide(command, state);
    state = decided.reduce(caseRules.evolve, state);
    return decided;
  });
  return { stream: caseStream(session_id), events };
}

const FINDINGS = { cross_match: NOT_CROSS_MATCHED, governance: [] };

function documentOf(session_id: string): ReceivedDocument {
  const doc_id = randomUUID();
  return {
    ...{ doc_id, filename: 'passport.jpg', label: null, expected_type: null, mime_type: 'image/jpeg' },
    object: { key: `cases/${session_id}/documents/${doc_id}`, sha256: doc_id.repeat(2).slice(0, 64), size: 1_000_000 },
  };
}

const asAlways = () => ({ document_type: 'passport', values: each('SPECIMEN') });

const outcomeOf = ({ document_type, values }: ReturnType<NonNullable<BenchCase['read']>>): DocumentOutcome => ({
  ...{ status: 'done', document_type, confidence: '0.97', masked_fields: [] },
  type_used: { tenant_id: '', context_id: document_type, revision: 0 },
  reading: {
    ...{ ...NO_READING, valid: true, extracted: values, field_confidences: each(0.97) },
    ...{ raw: values, sources: each('mrz') },
    coordinates: each({ page: 1, box: [0.1, 0.2, 0.3, 0.04] }),
  },
});
