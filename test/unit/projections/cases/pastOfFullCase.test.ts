import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { caseStream } from '../../../../src/domain/cases/case.js';
import type { CaseEvent } from '../../../../src/domain/cases/caseEvents.js';
import { createEventCodec } from '../../../../src/platform/eventStore/eventCodec.js';
import type { EventStore, RecordedEvent } from '../../../../src/platform/eventStore/eventStore.js';
import { createCaseQueries } from '../../../../src/projections/cases/caseQueries.js';
import { createReadModels } from '../../../../src/projections/core/readModels.js';
import { eventDefinitions } from '../../../../src/start/features.js';
import { nine, ofCase, openedTalking, read, received } from '../../../support/caseStory.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone } from '../../../support/executions.js';

let core: Core;
beforeAll(async () => void (core = await openCore()));
afterAll(() => core.close());

const message = (message_index: number): CaseEvent => ({
  type: 'MessageReceived',
  data: {
    ...{ ...ofCase, message_id: `m${message_index}`, message_index },
    ...{ content: 'Good day', doc_ids: [], received_at: nine },
  },
});

/** A case of so many documents that were read, and as many messages; one more message came behind the moment `asOf`. */
async function caseOf(documents: number) {
  const stream = caseStream(randomUUID());
  const each = Array.from({ length: documents }, (_, n) => n);
  const told: CaseEvent[] = [
    openedTalking,
    ...each.flatMap((n) => [received(`d${n}`, n), read(`d${n}`, 'passport', { surname: `Of ${n}` }), message(n)]),
    message(documents),
  ];
  const session_id = stream.slice(caseStream('').length);
  const events = told.map(({ type, data }) => ({ type, data: { ...data, session_id } }) as CaseEvent);
  const common = { ...anyone, mode: 'live' as const, occurred_at: nine };
  await core.eventStore.append(stream, await core.codec.encode(stream, events, common), 'no_stream');
  const positions: bigint[] = [];
  for await (const { position } of core.eventStore.readStream(stream)) positions.push(position);
  return { session_id, asOf: { position: positions.at(-2)! as RecordedEvent['position'] } };
}

/** Queries of cases, how often keys and streams were asked for, and events as `seen` makes them. */
function counting(seen: (event: RecordedEvent) => RecordedEvent = (event) => event) {
  const asked = { keys: 0, streams: 0 };
  const eventStore: Pick<EventStore, 'readStream' | 'lastRevision'> = {
    lastRevision: (stream) => core.eventStore.lastRevision(stream),
    async *readStream(stream, options) {
      asked.streams += 1;
      for await (const event of core.eventStore.readStream(stream, options)) yield seen(event);
    },
  };
  const subjectKeys = {
    ...core.subjectKeys,
    find(subjects: readonly string[]) {
      asked.keys += 1;
      return core.subjectKeys.find(subjects);
    },
  };
  const codec = createEventCodec({ definitions: eventDefinitions, subjectKeys, blobs: core.blobs });
  return { asked, cases: createCaseQueries(createReadModels({ database: core.database, eventStore, codec })) };
}

it('of a case of 150 documents asks for keys and streams as often as of one of 3', async () => {
  const seen: unknown[] = [];
  for (const documents of [3, 150]) {
    const { session_id, asOf } = await caseOf(documents);
    const { asked, cases } = counting();
    const found = await cases.findWithDocuments(session_id, undefined, asOf);
    expect(found?.documents.map(({ extracted }) => extracted)).toEqual(
      Array.from({ length: documents }, (_, n) => ({ surname: `Of ${n}` })),
    );
    seen.push(asked);
  }
  // The last event of the stream, and its events from the first on.
  expect(seen).toEqual(Array(2).fill({ keys: 1, streams: 2 }));
});

it('opens no message of it, since it has none; whoever reads what was said does', async () => {
  const { session_id, asOf } = await caseOf(3);
  const { cases } = counting((event) =>
    event.type === 'MessageReceived' ? { ...event, data: { ...event.data, content: { $sealed: 'AAAA' } } } : event,
  );
  const whole = counting();
  expect(await cases.findWithDocuments(session_id, undefined, asOf)).toEqual(
    await whole.cases.findWithDocuments(session_id, undefined, asOf),
  );
  await expect(cases.findConversation(session_id)).rejects.toThrow('content does not open');
});
