import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEventStoreDb } from '../../../../src/platform/eventStore/eventStoreDb.js';
import type { EventStore } from '../../../../src/platform/eventStore/eventStore.js';
import { createLog } from '../../../../src/platform/log.js';
import { newEvent } from '../../../contract/eventStore/events.js';
import { startEventStoreDbDouble } from '../../../support/eventStoreDbDouble/double.js';
import { openNotarisedLog, type NotarisedLog } from '../../../support/notarisedLog.js';

/** What somebody does to a log who can write to where it is kept. */
type Crime = 'changes' | 'removes' | 'inserts' | 'reorders';
const CRIMES: readonly Crime[] = ['changes', 'removes', 'inserts', 'reorders'];

const EVENTS = 9;
/** The event, counted from 0, with which something is done: in the middle of a subtree. */
const VICTIM = 4;

/** A log that can be tampered with. */
interface Place {
  log: NotarisedLog;
  /** Does it, and opens the log as it is then. */
  tamper(crime: Crime): Promise<EventStore>;
  close(): Promise<void>;
}

/** Each event in a stream of its own but for two. */
async function append(eventStore: EventStore): Promise<void> {
  for (let n = 0; n < EVENTS - 1; n++) await eventStore.append(`thing-${n}`, [newEvent('Noted', { n })], 'no_stream');
  await eventStore.append('thing-0', [newEvent('Noted', { n: EVENTS })], 0n);
}

const IN_POSTGRES: Record<Crime, (knex: Knex, position: number) => Promise<unknown>> = {
  changes: (knex, position) =>
    knex('events')
      .where({ position })
      .update({ data: JSON.stringify({ n: 'another' }) }),
  removes: (knex, position) => knex('events').where({ position }).delete(),
  async inserts(knex, position) {
    await knex('events')
      .where('position', '>=', position)
      .update({ position: knex.raw('-position - 1') });
    await knex('events')
      .where('position', '<', 0)
      .update({ position: knex.raw('-position') });
    const one = await knex<{ position: number; data: object; metadata: object }>('events')
      .where({ position: 1 })
      .first();
    const { data, metadata } = one!;
    const json = { data: JSON.stringify(data), metadata: JSON.stringify(metadata) };
    await knex('events').insert({ ...one, ...json, position, id: randomUUID(), stream: 'thing-inserted' });
  },
  reorders: (knex, position) =>
    knex('events')
      .whereIn('position', [position, position + 1])
      .update({ position: knex.raw('-position') })
      .then(() =>
        knex('events')
          .where('position', '<', 0)
          .update({ position: knex.raw('position + ?', [2 * position + 1]) }),
      ),
};

async function inPostgres(): Promise<Place> {
  const log = await openNotarisedLog();
  await append(log.eventStore);
  return {
    log,
    async tamper(crime) {
      await IN_POSTGRES[crime](log.database.knex, VICTIM + 1);
      return log.eventStore;
    },
    close: () => log.close(),
  };
}

type Line = { stream: string; created: string; events: { id: string; data: string }[] };
/** Lines of the double's file: one append each, the first of them the server's own. */
const IN_A_FILE: Record<Crime, (lines: Line[], at: number) => Line[]> = {
  changes: (lines, at) => {
    // As long as it was, so that no position moves.
    const data = Buffer.from(JSON.stringify({ n: 7 })).toString('base64');
    return lines.with(at, { ...lines[at]!, events: lines[at]!.events.map((event) => ({ ...event, data })) });
  },
  removes: (lines, at) => lines.toSpliced(at, 1),
  inserts: (lines, at) => {
    const events = lines[at]!.events.map((event) => ({ ...event, id: randomUUID() }));
    return lines.toSpliced(at, 0, { ...lines[at]!, stream: 'thing-inserted', events });
  },
  reorders: (lines, at) => lines.with(at, lines[at + 1]!).with(at + 1, lines[at]!),
};

async function inEventStoreDb(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'attest-tampered-'));
  const file = join(folder, 'log');
  const open = async () => {
    const double = await startEventStoreDbDouble({ batchAppend: true, file });
    const eventStore = createEventStoreDb({ url: double.url, log: createLog('silent') });
    return { double, eventStore };
  };
  const before = await open();
  const opened = [before];
  await append(before.eventStore);
  const log = await openNotarisedLog(before.eventStore);
  return {
    log,
    async tamper(crime) {
      before.double.kill();
      const lines = (await readFile(file, 'utf8')).trim().split('\n');
      const changed = IN_A_FILE[crime](
        lines.map((line) => JSON.parse(line) as Line),
        VICTIM + 1,
      );
      await writeFile(file, changed.map((line) => `${JSON.stringify(line)}\n`).join(''));
      const after = await open();
      opened.push(after);
      return after.eventStore;
    },
    async close() {
      await log.close();
      await opened[1]?.eventStore.close();
      for (const { double } of opened) double.kill();
      await rm(folder, { recursive: true });
    },
  };
}

describe.each([
  { store: 'in Postgres', open: inPostgres },
  { store: 'in EventStoreDB', open: inEventStoreDb },
])('verifying a log $store', ({ open }) => {
  let place: Place;
  let positions: bigint[];

  beforeEach(async () => {
    place = await open();
    await place.log.follow(EVENTS);
    positions = (await place.log.tree.leavesFrom(0, EVENTS)).map(({ position }) => position);
  });
  afterEach(() => place.close());

  it('finds nothing in a log that only grew, and counts what is not in the tree yet for nothing', async () => {
    const { timestamp: since } = await place.log.proofs.signHead();
    await place.log.eventStore.append('thing-later', [newEvent('Noted')], 'no_stream');
    expect(await place.log.verify()).toEqual({ events: EVENTS, heads: 1, since, differs: undefined });
  });

  it.each(CRIMES)('names the first position that differs where somebody %s an event', async (crime) => {
    const tampered = await place.tamper(crime);
    const { events, differs } = await place.log.verify(tampered);
    expect(events).toBe(VICTIM);
    expect(differs).toContain(`The event at position ${positions[VICTIM]} `);
  });
});

describe('verifying a log whose tree was changed too', () => {
  let log: NotarisedLog;

  beforeEach(async () => {
    log = await openNotarisedLog();
    await append(log.eventStore);
    await log.follow(EVENTS);
  });
  afterEach(() => log.close());

  /** As somebody does it who knows how: the event, and the tree that goes with it. */
  async function rewrite(): Promise<void> {
    await IN_POSTGRES.changes(log.database.knex, VICTIM + 1);
    for (const table of ['log_tree_leaves', 'log_tree_nodes']) await log.database.knex(table).delete();
    await log.database.knex('log_tree').update({ size: 0, position: null });
    await log.follow(EVENTS);
  }

  it('finds by a head that was signed before that the log is another one, and in which part', async () => {
    const head = await log.proofs.signHead();
    await rewrite();
    const { differs } = await log.verify();
    expect(differs).toBe(
      `The tree head of 9 events, signed at ${head.timestamp}, is of another log: the first event that differs is one at positions 1 to 9`,
    );
  });

  it('finds by a head that was kept elsewhere what was signed anew as well', async () => {
    const head = await log.proofs.signHead();
    await rewrite();
    await log.proofs.signHead();
    expect((await log.verify()).differs).toBeUndefined();
    expect((await log.verify(log.eventStore, [head])).differs).toContain('is of another log');
  });

  it('finds that the end was cut off log and tree, by a head that was kept elsewhere', async () => {
    const head = await log.proofs.signHead();
    await log.database.knex('events').where('position', '>', 5).delete();
    for (const table of ['log_tree_leaves', 'log_tree_nodes', 'log_tree_heads'])
      await log.database.knex(table).delete();
    await log.database.knex('log_tree').update({ size: 0, position: null });
    await log.follow(5);
    expect((await log.verify(log.eventStore, [head])).differs).toContain('those behind the last one were removed');
  });

  it('believes no head that was signed with another key', async () => {
    const head = await log.proofs.signHead();
    const forged = { ...head, timestamp: '2020-01-01T00:00:00.000Z' };
    await log.tree.keepHead(forged);
    expect((await log.verify()).differs).toContain('was not signed with a key of this service');
  });

  it('finds that a node above the leaves was changed, or is gone', async () => {
    const node = () => log.database.knex('log_tree_nodes').where({ level: 1, index: 2 });
    await node().update({ hash: Buffer.alloc(32) });
    expect((await log.verify()).differs).toContain('The tree over the log was changed above the events at positions');
    await node().delete();
    expect((await log.verify()).differs).toContain('The tree over the log was changed above the events at positions');
  });
});

describe('verifying a log whose tree was emptied', () => {
  let log: NotarisedLog;
  const inAnHour = (): Date => new Date(Date.now() + 3_600_000);
  const verifyLater = () => log.verify(undefined, undefined, inAnHour);

  beforeEach(async () => {
    log = await openNotarisedLog();
    await append(log.eventStore);
    await log.follow(EVENTS);
    await log.proofs.signHead();
    expect((await verifyLater()).differs).toBeUndefined();
  });
  afterEach(() => log.close());

  it('says that there is no tree over events that have been there for longer than it takes', async () => {
    for (const table of ['log_tree_leaves', 'log_tree_nodes', 'log_tree_heads'])
      await log.database.knex(table).delete();
    await log.database.knex('log_tree').update({ size: 0, position: null });
    expect((await log.verify()).differs).toBeUndefined(); // a tree that has only just begun
    expect(await verifyLater()).toMatchObject({
      ...{ events: 0, heads: 0, since: undefined },
      differs: expect.stringMatching(
        /^The tree over the log ends before the event at position 1, which was stored at/,
      ) as string,
    });
  });

  it('says that no signed head is kept, also where the tree was made anew', async () => {
    await log.database.knex('log_tree_heads').delete();
    expect(await verifyLater()).toMatchObject({
      ...{ events: EVENTS, heads: 0 },
      differs: expect.stringMatching(/^No signed tree head is kept, though the log begins at/) as string,
    });
  });

  it('says that what was stored long ago is not in the tree', async () => {
    await log.eventStore.append('thing-later', [newEvent('Noted')], 'no_stream');
    expect(await verifyLater()).toMatchObject({
      ...{ events: EVENTS, heads: 1 },
      differs: expect.stringContaining('The tree over the log ends before the event at position 10') as string,
    });
  });
});
