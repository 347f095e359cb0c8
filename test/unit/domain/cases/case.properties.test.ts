import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readDefinition } from '../../../../src/domain/agents/agentDefinition.js';
import type { CaseCommand, CaseState, ReceivedDocument } from '../../../../src/domain/cases/caseCommand.js';
import { caseRules } from '../../../../src/domain/cases/caseRules.js';
import { NO_READING } from '../../../../src/domain/cases/caseDocument.js';
import type { CaseEvent } from '../../../../src/domain/cases/caseEvents.js';
import { isUnread, type Case } from '../../../../src/domain/cases/case.js';
import { caseProgress, missingSideOf } from '../../../../src/domain/cases/caseProgress.js';
import { speaking } from '../../../../src/domain/cases/documentRequests.js';
import { comparableDocuments } from '../../../../src/domain/cases/judgedDocument.js';
import { sideWanted } from '../../../../src/domain/cases/sides.js';
import type { CaseAgent } from '../../../../src/domain/cases/caseAgent.js';
import { NOT_CROSS_MATCHED } from '../../../../src/domain/documents/crossMatchOutcome.js';
import { DomainError, fold } from '../../../../src/domain/core/decider.js';
import { eventDefinitions } from '../../../../src/start/features.js';

/** Stands in every personal value, so that what is left after an erasure can be searched for it. */
const PERSONAL = 'Anna Berg';
const OUTCOMES_ALLOWED: { [status: string]: readonly string[] } = {
  collecting: ['completed', 'review', 'failed', 'expired'],
  review: ['completed', 'denied', 'collecting'],
};

const at = (minute: number): string => new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString();

const agent = (intelligence_level: number, types: string[], two_sided: string[] = []): CaseAgent => ({
  ...{ id: 'a1', revision: '0', goal: 'onboarding', name: 'Onboarding', version: '1', allow_cloud: false },
  ...{ required_types: types, intelligence_level, two_sided },
});

const stored = (doc: number, content: number): ReceivedDocument => ({
  ...{ doc_id: `doc-${doc}`, filename: `${PERSONAL}.pdf`, mime_type: 'application/pdf' },
  label: ['passport front', 'bill back', PERSONAL][doc] ?? null,
  expected_type: ['passport', 'bill'][doc] ?? null,
  object: { key: `cases/c1/${doc}`, sha256: String(content).padStart(64, '0'), size: 10 },
});

const judging = {
  agent: readDefinition({ doc_type_map: { passport: 'passport' } }),
  findOut: () => ({ cross_match: NOT_CROSS_MATCHED, governance: [] }),
};

const doc = fc.nat(3);
const command: fc.Arbitrary<CaseCommand> = fc.oneof(
  fc
    .record({ doc, content: fc.nat(2), at: fc.nat(59) })
    .map((one): CaseCommand => ({ type: 'receive_document', document: stored(one.doc, one.content), at: at(one.at) })),
  fc
    .record({ doc, type: fc.constantFrom('passport', 'bill', 'unknown'), valid: fc.boolean(), at: fc.nat(59) })
    .map(({ doc: id, type, valid, at: minute }): CaseCommand => {
      const violations = valid ? [] : [{ field: 'name', rule: 'required', message: 'name is required.' }];
      const reading = { ...NO_READING, extracted: { name: PERSONAL }, valid, violations };
      const read = { document_type: type, type_used: null, confidence: '0.9', reading, masked_fields: [] };
      const outcome = { status: 'done' as const, ...read };
      return { type: 'finish_document', doc_id: `doc-${id}`, outcome, at: at(minute) };
    }),
  doc.map((id): CaseCommand => {
    const outcome = { status: 'failed' as const, reason: 'unreadable' as const, error: `${PERSONAL} is unreadable` };
    return { type: 'finish_document', doc_id: `doc-${id}`, outcome, at: at(30) };
  }),
  fc.nat(59).map((minute): CaseCommand => ({ type: 'complete', ...judging, at: at(minute) })),
  fc.constantFrom<CaseCommand[]>(
    { type: 'decide', decision: 'approve', reason: PERSONAL, by: 'key:k1', at: at(40) },
    { type: 'decide', decision: 'deny', reason: null, by: 'key:k2', at: at(41) },
    { type: 'expire', inactive_since: at(20), at: at(50) },
  ),
  fc.nat(2).map((message): CaseCommand => {
    const said = { message_id: `said-${message}`, content: PERSONAL, doc_ids: [] };
    const reply = { message_id: `reply-${message}`, content: PERSONAL, metadata: { said: PERSONAL } };
    return { type: 'converse', message: said, reply: () => reply, at: at(10) };
  }),
  fc.record({ doc, at: fc.nat(59) }).map(({ doc: id, at: minute }): CaseCommand => {
    const by = { reason: PERSONAL, actor: PERSONAL, by: 'key:k1', at: at(minute) };
    const validate = () => ({ valid: true, violations: [] });
    return {
      type: 'correct',
      doc_id: `doc-${id}`,
      values: { name: `${PERSONAL} ${minute}` },
      validate,
      ...by,
      ...judging,
    };
  }),
  fc.constantFrom('passport', 'bill').map((document_type): CaseCommand => {
    const items = [{ document_type, code: 'glare' as const, text: PERSONAL }];
    const asked = { items, message_id: 'asked', actor: PERSONAL, by: 'key:k1', at: at(45) };
    return { type: 'request_documents', agent: readDefinition({}), ...asked };
  }),
  fc.constantFrom<CaseCommand[]>(
    { type: 'assign', assignee: PERSONAL, take: false, at: at(42) },
    { type: 'assign', assignee: null, take: false, at: at(43) },
    { type: 'add_note', note: { note_id: 'n1', text: PERSONAL, actor: PERSONAL }, by: 'key:k1', at: at(44) },
  ),
  fc.nat(59).map((minute): CaseCommand => ({ type: 'compare_replay', before: earlierCase(), at: at(minute) })),
);

const story = fc.record({
  types: fc.subarray(['passport', 'bill']),
  two_sided: fc.subarray(['passport', 'bill']),
  level: fc.nat(3),
  replayed: fc.nat(2),
  commands: fc.array(command, { maxLength: 25 }),
  erase: fc.boolean(),
});

/** A case that does another one again has that one's documents from the beginning. */
const opening = (by: CaseAgent, replayed = 0): CaseCommand => {
  const session = { session_id: 'c1', tenant_id: 'acme', goal: by.goal, client_reference_id: PERSONAL, agent: by };
  const documents = Array.from({ length: replayed }, (_, index) => stored(index, index));
  const replay = replayed > 0 ? { replay: { of: 'c0', documents } } : {};
  return { type: 'open', opening: { ...session, ...replay }, at: at(0) };
};

/** The case that a replay is set beside: two documents that were not read. */
const earlierCase = (): Case => caseOf(fold(caseRules, caseRules.decide(opening(agent(0, []), 2), caseRules.initial)));

/** What a command leads to; a refusal leads to nothing, and any other error is a defect. */
function attempt(asked: CaseCommand, state: CaseState): CaseEvent[] {
  try {
    return caseRules.decide(asked, state);
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}

const caseOf = (state: CaseState): Case => {
  if (state.status === 'not_opened') throw new Error('The case was not opened');
  return state.case;
};

/** Runs a story and hands every event to `check`, with the case before and after it. */
function tell(
  {
    types,
    two_sided,
    level,
    replayed,
    commands,
    erase,
  }: typeof story extends fc.Arbitrary<infer Story> ? Story : never,
  check: (event: CaseEvent, before: Case, after: Case) => void,
): { state: CaseState; events: CaseEvent[] } {
  const events = caseRules.decide(opening(agent(level, types, two_sided), replayed), caseRules.initial);
  let state = fold(caseRules, events);
  const asked: CaseCommand[] = erase ? [...commands, { type: 'erase', reason: null, at: at(59) }] : commands;
  for (const one of asked) {
    for (const event of attempt(one, state)) {
      const before = caseOf(state);
      state = caseRules.evolve(state, event);
      events.push(event);
      check(event, before, caseOf(state));
    }
  }
  return { state, events };
}

it('a case moves only as its states allow, whatever is asked of it', () => {
  fc.assert(
    fc.property(story, (given) => {
      tell(given, (event, before, after) => {
        if (after.status !== before.status) expect(OUTCOMES_ALLOWED[before.status]).toContain(after.status);
        if (event.type === 'CaseDecided') expect(before.status).toBe('review');
        const whileCollecting = [
          'DocumentReceived',
          'DocumentProcessed',
          'CaseCompleted',
          'CaseExpired',
          'MessageReceived',
        ];
        if (whileCollecting.includes(event.type)) expect(before.status).toBe('collecting');
      });
    }),
    { numRuns: 500 },
  );
});

it('no document is lost, changes its place or its outcome, and none is unread when a case has ended', () => {
  fc.assert(
    fc.property(story, (given) => {
      tell(given, (_event, before, after) => {
        expect(after.documents.length).toBeGreaterThanOrEqual(before.documents.length);
        expect(after.documents.map(({ doc_index }) => doc_index)).toEqual([...after.documents.keys()]);
        expect(new Set(after.documents.map(({ doc_id }) => doc_id)).size).toBe(after.documents.length);
        before.documents.forEach((document, index) => {
          expect(after.documents[index]?.doc_id).toBe(document.doc_id);
          if (!isUnread(document)) expect(after.documents[index]?.status).toBe(document.status);
        });
        if (after.status !== 'collecting') expect(after.documents.some(isUnread)).toBe(false);
      });
    }),
    { numRuns: 500 },
  );
});

it('what is counted event by event is what the documents and messages say together', () => {
  fc.assert(
    fc.property(story, (given) => {
      tell(given, (event, before, { agent, progress, unread, documents, messages }) => {
        const usable = comparableDocuments(speaking(documents));
        const sideOf = (type: string) => sideWanted(type, agent.two_sided ?? [], usable);
        // Labels are erased, and tell sides no more; what was counted by them stays.
        const together =
          event.type === 'CaseErased' ? before.progress : caseProgress(agent.required_types, documents, sideOf);
        expect(progress).toEqual(together);
        expect(unread).toBe(documents.filter(isUnread).length);
        expect(messages.map(({ message_index }) => message_index)).toEqual([...messages.keys()]);
      });
    }),
    { numRuns: 500 },
  );
});

it('progress adds up', () => {
  fc.assert(
    fc.property(story, (given) => {
      tell(given, (_event, _before, { progress, documents }) => {
        const { required, collected, missing, failed, percent, complete } = progress;
        const halves = missing.filter((entry) => missingSideOf(entry).side !== undefined);
        const entries = missing.map((entry) => missingSideOf(entry).type);
        expect([...new Set([...collected, ...entries])].sort()).toEqual([...required].sort());
        expect(missing).toEqual(expect.arrayContaining(failed));
        expect(complete).toBe(required.length > 0 && missing.length === 0);
        expect(percent).toBe(
          required.length === 0 ? 0 : Math.floor((100 * (collected.length - halves.length / 2)) / required.length),
        );
        for (const type of collected) expect(documents.map(({ document_type }) => document_type)).toContain(type);
      });
    }),
    { numRuns: 500 },
  );
});

it('a result comes with completion alone, and says who decided it only after a review', () => {
  fc.assert(
    fc.property(story, (given) => {
      const { state, events } = tell({ ...given, erase: false }, () => undefined);
      const { result, status } = caseOf(state);
      // What is asked for again is completed again.
      const since = events.slice(events.findLastIndex(({ type }) => type === 'DocumentsRequested') + 1);
      const happened = (type: CaseEvent['type']): number => since.filter((event) => event.type === type).length;
      expect(happened('CaseCompleted')).toBeLessThanOrEqual(1);
      expect(happened('CaseDecided')).toBeLessThanOrEqual(1);
      expect(result !== null).toBe(happened('CaseCompleted') === 1);
      expect(result?.decided_by !== undefined).toBe(happened('CaseDecided') === 1);
      const statusOf = { approved: 'completed', review: 'review', denied: 'denied', failed: 'failed' };
      if (result) expect(status).toBe(statusOf[result.decision]);
    }),
    { numRuns: 500 },
  );
});

it('a message is said once and answered at once, and a replay is compared once, when all was read', () => {
  fc.assert(
    fc.property(story, (given) => {
      const { state, events } = tell(given, (event, before, after) => {
        if (event.type !== 'CaseReplayCompared') return;
        expect([before.comparison, before.unread, before.replay_of]).toEqual([null, 0, 'c0']);
        expect(after.comparison?.documents.length).toBeGreaterThanOrEqual(given.replayed);
      });
      const { messages } = caseOf(state);
      expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
      const types = events.map(({ type }) => type);
      types.forEach((type, index) => {
        if (type === 'MessageReceived') expect(types[index + 1]).toBe('MessageSent');
      });
      expect(types.filter((type) => type === 'CaseReplayCompared').length).toBeLessThanOrEqual(1);
    }),
    { numRuns: 500 },
  );
});

it('every event has its registered shape, and folding them again gives the same case', () => {
  const schemas = new Map(eventDefinitions.map(({ type, schema }) => [type, schema]));
  fc.assert(
    fc.property(story, (given) => {
      const { state, events } = tell(given, () => undefined);
      for (const { type, data } of events) expect(schemas.get(type)?.parse(data)).toEqual(data);
      expect(fold(caseRules, events)).toEqual(state);
    }),
    { numRuns: 300 },
  );
});

it('nothing personal is left of a case that was erased, and nothing can be added to it', () => {
  fc.assert(
    fc.property(story, command, (given, late) => {
      const { state } = tell({ ...given, erase: true }, () => undefined);
      expect(state.status).toBe('erased');
      expect(JSON.stringify(state)).not.toContain(PERSONAL);
      const after = attempt(late, state).reduce((now, event) => caseRules.evolve(now, event), state);
      expect(JSON.stringify(after)).not.toContain(PERSONAL);
    }),
    { numRuns: 500 },
  );
});
