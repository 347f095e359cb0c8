import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../../src/domain/core/canonicalJson.js';
import { createEventCodec } from '../../../../src/platform/eventStore/eventCodec.js';
import type { RecordedEvent } from '../../../../src/platform/eventStore/eventStore.js';
import { applyEvents } from '../../../../src/projections/core/applyEvents.js';
import { createCaseQueries } from '../../../../src/projections/cases/caseQueries.js';
import { casesProjection } from '../../../../src/projections/cases/casesProjection.js';
import { tableName, type ReadModelTable } from '../../../../src/projections/core/projection.js';
import { createReadModels } from '../../../../src/projections/core/readModels.js';
import { allProjections, eventDefinitions } from '../../../../src/start/features.js';
import { openCore, type Core } from '../../../support/core.js';
import { storedExamples, storedVariants } from '../../../support/storedExamples.js';

let core: Core;
beforeAll(async () => void (core = await openCore()));
afterAll(() => core.close());

const histories = storedExamples();

const none = (): Promise<never> => Promise.reject(new Error('Examples are in the clear'));
const codec = createEventCodec({
  definitions: eventDefinitions,
  subjectKeys: { obtain: none, find: () => Promise.resolve(new Map()) },
  blobs: { put: none, read: none },
});

/** Reads where a stream has these events and no others. */
const readModelsOver = (history: readonly RecordedEvent[]) => {
  const last = history.at(-1)?.revision;
  const counted = { streams: 0 };
  const eventStore = {
    lastRevision: () => Promise.resolve(last),
    async *readStream(): AsyncGenerator<RecordedEvent> {
      counted.streams += 1;
      yield* await Promise.resolve(history);
    },
  };
  return { counted, ...createReadModels({ database: core.database, eventStore, codec }) };
};

const rowsOfAggregates = allProjections.flatMap((projection) =>
  projection.tables.flatMap((table) => (table.stream ? [[table.name, projection, table] as const] : [])),
);

it('nothing of a stream is opened for whom its tenant is none of their business', async () => {
  const [[stream, history]] = [...histories].filter(([name]) => name.startsWith('case-')) as [
    [string, RecordedEvent[]],
  ];
  const opened = { decodeBatch: none };
  const eventStore = {
    lastRevision: () => Promise.resolve(history.at(-1)?.revision),
    async *readStream(): AsyncGenerator<RecordedEvent> {
      yield* await Promise.resolve(history);
    },
  };
  const cases = createCaseQueries(createReadModels({ database: core.database, eventStore, codec: opened }));
  const id = stream.slice('case-'.length);
  for (const find of [cases.find, cases.findWithDocuments, cases.findStatus, cases.findFiles, cases.findConversation]) {
    expect(await find(id, (tenant) => tenant !== 'acme')).toBeUndefined();
    await expect(find(id, (tenant) => tenant === 'acme')).rejects.toThrow('Examples are in the clear');
  }
});

/** A row as text. Of `jsonb` the database keeps no order of members. */
function asText({ columns }: ReadModelTable, row: object | undefined): string {
  const types = new Map(Object.entries<string>(columns));
  return JSON.stringify(row, (name, value: unknown) =>
    types.get(name)?.startsWith('jsonb') ? canonicalJson(JSON.parse(JSON.stringify(value))) : value,
  );
}

describe('a row of an aggregate', () => {
  it.each(rowsOfAggregates)(
    'of %s is the same from its table and from its stream, after every event',
    async (_name, projection, table) => {
      let compared = 0;
      for (const history of [...histories.values(), ...storedVariants()]) {
        for (let length = 1; length <= history.length; length += 1) {
          const before = history.slice(0, length);
          // An event that the table ignores is appended together with the one that follows it.
          if (!table.eventTypes.includes(before.at(-1)?.type ?? '')) continue;
          const decoded = await codec.decodeBatch(before);
          const key = decoded.flatMap((event) => [...table.keys(event)])[0];
          if (key === undefined || table.stream?.(key) !== before[0]?.stream) continue;
          const reads = readModelsOver(before);
          const folded = await reads.of(projection, table).find(key);
          expect(reads.counted.streams).toBe(1);
          await applyEvents(core.database.knex, table, () => tableName(projection, table), decoded);
          const stored = await reads.of(projection, table).find(key);
          if (stored) expect(reads.counted.streams).toBe(1); // the row was enough
          expect(asText(table, folded)).toBe(asText(table, stored));
          await core.database.knex(tableName(projection, table)).delete();
          compared += 1;
        }
      }
      expect(compared).toBeGreaterThan(0);
    },
  );

  it('is there where its stream has an event that only a newer version of the service knows', async () => {
    const examples = rowsOfAggregates.flatMap(([, projection, table]) =>
      [...histories.values()]
        .filter(
          ([first]) =>
            table.eventTypes.includes(first?.type ?? '') && first?.stream.startsWith(table.stream?.('') ?? '-'),
        )
        .map((history) => [projection, table, history] as const),
    );
    let seen = 0;
    for (const [projection, table, history] of examples) {
      const last = history.at(-1) ?? expect.unreachable('a history has events');
      const key = last.stream.slice(table.stream?.('').length);
      const before = await readModelsOver(history).of(projection, table).find(key);
      if (!before) continue; // as its end is that it is gone
      const unknown = { ...last, id: 'unknown', type: 'NotKnownYet', revision: last.revision + 1n };
      const after = await readModelsOver([...history, unknown])
        .of(projection, table)
        .find(key);
      expect(after).toEqual({ ...before, revision: Number(unknown.revision) });
      seen += 1;
    }
    expect(seen).toBeGreaterThan(5);
  });

  it('has what belongs to it from its tables as from its stream: a case its documents and messages', async () => {
    const history =
      [...histories.values()].find((events) => events.some(({ type }) => type === 'MessageSent')) ??
      expect.unreachable('there is no such example');
    const applied = new Set<string>();
    for (let length = 1; length <= history.length; length += 1) {
      const reads = readModelsOver(history.slice(0, length));
      const { findWithDocuments, findConversation } = createCaseQueries(reads);
      const id = history[0]?.stream.replace('case-', '') ?? '';
      const folded = [await findWithDocuments(id), await findConversation(id)];
      expect(reads.counted.streams).toBe(2);
      const [last] = await codec.decodeBatch(history.slice(length - 1, length));
      for (const table of casesProjection.tables) {
        await applyEvents(core.database.knex, table, () => tableName(casesProjection, table), last ? [last] : []);
      }
      const stored = [await findWithDocuments(id), await findConversation(id)] as const;
      expect(reads.counted.streams).toBe(2); // the rows were enough
      expect(JSON.stringify(folded)).toBe(JSON.stringify(stored));
      applied.add(`${stored[0]?.documents.length} ${stored[1]?.messages.length}`);
    }
    expect(applied).toContain('1 2');
  });

  it('is not there where its stream is not', async () => {
    const [[, projection, table]] = rowsOfAggregates as [(typeof rowsOfAggregates)[number]];
    expect(await readModelsOver([]).of(projection, table).find('unknown')).toBeUndefined();
  });
});
