import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportedEntry } from '../../../src/commands/audit/provenExport.js';
import type { ExportHead, ProvenEntry } from '../../../src/domain/audit/index.js';
import { sourceOf } from '../../../src/domain/audit/index.js';
import { readSigningKeys } from '../../../src/platform/signing/certificates.js';
import { publicKeysOf } from '../../../src/platform/signing/verifySigned.js';
import { entryOf } from '../../../src/projections/audit/auditProjection.js';
import { fileLines } from '../../../src/reports/fileLines.js';
import { verifyExport, type VerifiedExport } from '../../../src/reports/verifyExport.js';
import { all, newEvent } from '../../contract/eventStore/events.js';
import { openNotarisedLog, type NotarisedLog } from '../../support/notarisedLog.js';

const ASKED: ExportHead['export'] = { kind: 'audit', query: { tenant_id: 'acme' } };

let log: NotarisedLog;
let another: NotarisedLog;
let keys: ReturnType<typeof publicKeysOf>;
/** The lines of an export of one stream, the newest event first: a head, three entries and an end. */
let lines: string[];

beforeAll(async () => {
  [log, another] = await Promise.all([openNotarisedLog(), openNotarisedLog()]);
  for (const one of [log, another]) {
    await one.eventStore.append('thing-0', [newEvent('Noted')], 'no_stream');
    await one.eventStore.append('thing-1', [newEvent('Noted'), newEvent('Noted'), newEvent('Noted')], 'no_stream');
    await one.follow(4);
  }
  lines = await exported(log);
  keys = publicKeysOf(await readSigningKeys(log.database.knex));
});
afterAll(async () => {
  await log.close();
  await another.close();
});

async function entriesOf({ eventStore }: NotarisedLog, stream = 'thing-1'): Promise<ExportedEntry[]> {
  const events = await all(eventStore.readStream(stream));
  return events.reverse().map((event) => {
    const entry = entryOf(event);
    const shown = { ...entry, source: { ...sourceOf(entry.actor), name: 'Back office' }, words: 'did it' };
    return { position: entry.position, tenant_id: entry.tenant_id, shown };
  });
}
async function* pagesOf(...pages: ExportedEntry[][]): AsyncGenerator<ExportedEntry[]> {
  for (const page of pages) yield await Promise.resolve(page);
}
async function exported(of: NotarisedLog, asked = ASKED, entries?: ExportedEntry[]): Promise<string[]> {
  const { lines: write } = await of.proofs.beginExport();
  let text = '';
  for await (const some of write(asked, pagesOf(entries ?? (await entriesOf(of))))) text += some;
  return text.split(/(?<=\n)/);
}
async function verify(given: readonly string[], { isPart = false, trusted = keys } = {}): Promise<VerifiedExport> {
  const chunks = async function* () {
    for (const byte of Buffer.from(given.join(''))
      .toString('latin1')
      .match(/[^]{1,97}/g) ?? [])
      yield await Promise.resolve(Buffer.from(byte, 'latin1'));
  };
  return verifyExport(fileLines(chunks()), trusted, { isPart });
}
/** The export with one of its lines changed, which is counted from 0. */
const changed = (at: number, change: (entry: ProvenEntry) => object): string[] =>
  lines.map((line, n) => (n === at ? `${JSON.stringify(change(JSON.parse(line) as ProvenEntry))}\n` : line));

describe('verifying an export', () => {
  it('finds it as it was signed, with every entry in the log and the history of its stream whole', async () => {
    expect(await verify(lines)).toMatchObject({
      ...{ wrong: [], entries: 3, isSealed: true, asked: ASKED },
      ...{ history: { stream: 'thing-1', from: 0n, to: 2n }, head: { tree_size: 4 } },
    });
    const none = await exported(log, ASKED, []);
    expect(none).toHaveLength(2);
    expect(await verify(none)).toMatchObject({ wrong: [], entries: 0, isSealed: true, history: undefined });
  });

  it.each(['event_id', 'position', 'at', 'tenant_id', 'actor', 'action', 'aggregate', 'source'])(
    'names the line and the member where %s was changed or removed, in a part of it too',
    async (member) => {
      for (const isPart of [false, true]) {
        for (const value of ['another', undefined]) {
          const { wrong } = await verify(
            changed(2, (entry) => ({ ...entry, [member]: value })),
            { isPart },
          );
          expect(wrong[0]).toBe(`Line 3: ${member}: not what is in the log`);
        }
      }
    },
  );

  it('finds changed what no leaf covers, as the last line signs all of it', async () => {
    const [head, first, ...rest] = lines as [string, string, ...string[]];
    for (const given of [
      [head, first.replace('did it', 'did not'), ...rest],
      [head, first.replace('"words"', '"__proto__":{"a":1},"words"'), ...rest],
      [head, first.replace('"words"', '"actor":"x","actor"'), ...rest],
      [head.replace('"acme"', '"globex"'), first, ...rest],
    ]) {
      expect(given.join('')).not.toBe(lines.join(''));
      expect((await verify(given)).wrong.at(-1)).toBe(
        'The export was changed: it does not have the hash that was signed',
      );
    }
  });

  it('finds a proof removed, exchanged with another line’s, or bent', async () => {
    const proofOf = (at: number) => (JSON.parse(lines[at]!) as ProvenEntry).proof;
    const removed = await verify(changed(2, ({ proof: _proof, ...entry }) => entry));
    expect(removed.wrong).toEqual([
      'Line 3: the entry carries no proof',
      'The export was changed: it does not have the hash that was signed',
    ]);
    const swapped = changed(1, (entry) => ({ ...entry, proof: proofOf(2) }));
    swapped[2] = changed(2, (entry) => ({ ...entry, proof: proofOf(1) }))[2]!;
    const { wrong } = await verify(swapped, { isPart: true });
    expect(wrong).toEqual([2, 3].map((n) => expect.stringContaining(`Line ${n}: event_id, position`) as string));
    const { leaf, path } = proofOf(1);
    for (const proof of [
      { ...proofOf(1), leaf_index: 0 },
      { ...proofOf(1), path: path.slice(1) },
      { ...proofOf(1), leaf: { ...leaf, actor: 'system' } },
    ])
      expect(
        (
          await verify(
            changed(1, (entry) => ({ ...entry, proof })),
            { isPart: true },
          )
        ).wrong,
      ).toEqual([`Line 2: The event ${leaf.id} is not in the log that the tree head is of`]);
  });

  it('finds lines left out, put in twice, moved and cut off, and says of a part that it is one', async () => {
    const [head, first, second, third, end] = lines as [string, string, string, string, string];
    for (const [given, why] of [
      [[head, first, third, end], 'The export was changed: it was signed with 3 entries and has 2'],
      [[head, first, first, second, third, end], 'Line 3: it is not older than the entry before it'],
      [[head, second, first, third, end], 'Line 3: it is not older than the entry before it'],
      [[head, first, second, third], 'The last line, which signs the export, is missing'],
      [[head, first, second, end, third], 'Line 5: it stands behind the line that signs the export'],
      [[head, first, second, third, (await exported(log, ASKED, []))[1]!], 'was signed with 0 entries and has 3'],
      [[head, first, second, third, end.replace(/"entries":3/, '"entries":4')], 'was signed with none of the keys'],
    ] as const)
      expect((await verify(given)).wrong[0]).toContain(why);
    expect(await verify([head, first, third], { isPart: true })).toMatchObject({
      ...{ wrong: [], entries: 2, isSealed: false, history: undefined },
    });
    await expect(verify([first, second, third, end])).rejects.toThrow('The first line is not that of an export');
    await expect(verify([])).rejects.toThrow('There is no line in the export');
  });

  it('finds the head of another log, also one that was signed with a key that is trusted', async () => {
    const foreign = await exported(another);
    await expect(verify([foreign[0]!, ...lines.slice(1)])).rejects.toThrow(
      'The tree head was signed with none of the keys',
    );
    await expect(verify(lines, { trusted: [] })).rejects.toThrow('The tree head was signed with none of the keys');
    const both = [...keys, ...publicKeysOf(await readSigningKeys(another.database.knex))];
    const { wrong } = await verify([foreign[0]!, ...lines.slice(1)], { trusted: both });
    expect(wrong).toHaveLength(4);
    expect(wrong[0]).toMatch(/^Line 2: The event .* is not in the log that the tree head is of$/);
  });

  it('says of many lines that do not hold how many there are, and shows the first', async () => {
    const entries = await entriesOf(log);
    const many = await exported(
      log,
      ASKED,
      Array.from({ length: 30 }, () => entries[0]!),
    );
    const { wrong } = await verify(many);
    expect(wrong).toHaveLength(21);
    expect(wrong.at(-1)).toBe('9 more lines do not hold');
  });

  it('lets a search leave members out, and finds changed those that are there', async () => {
    const entries = await entriesOf(log);
    const named = (action: string) =>
      exported(log, { kind: 'events', query: {} }, entries.map((one) => ({ ...one, shown: { action } })).reverse());
    expect((await verify(await named('Noted'))).wrong).toEqual([]);
    expect((await verify(await named('Denied'))).wrong[0]).toBe('Line 2: action: not what is in the log');
  });
});

describe('writing an export', () => {
  it('asks for a page once the lines of the one before it were taken, and keeps none of them', async () => {
    const [entry] = await entriesOf(log);
    let [asked, taken] = [0, 0];
    const pages = async function* () {
      for (; asked < 50;) {
        asked += 1;
        expect(asked - taken).toBe(1);
        yield await Promise.resolve([entry!]);
      }
    };
    const { lines: write } = await log.proofs.beginExport();
    for await (const some of write(ASKED, pages())) {
      expect(some.split('\n').length).toBeLessThanOrEqual(3);
      taken += 1;
    }
    expect([asked, taken]).toEqual([50, 51]);
  });

  it('proves nothing of another tenant, and nothing that is not as the tree took it', async () => {
    const entries = await entriesOf(log);
    await expect(
      exported(
        log,
        ASKED,
        entries.map((one) => ({ ...one, tenant_id: 'globex' })),
      ),
    ).rejects.toThrow('is not in the log as it was');
    await expect(exported(log, ASKED, [{ ...entries[0]!, position: '999999' }])).rejects.toThrow(
      'The event at position 999999 is not in the log as it was',
    );
  });

  it('is of what the head covers: an event that came later is behind its end, and cannot be proven in it', async () => {
    const { upTo, lines: write } = await log.proofs.beginExport();
    expect((await entriesOf(log))[0]?.position).toBe(upTo.toString());
    await log.eventStore.append('thing-2', [newEvent('Noted')], 'no_stream');
    await log.follow(5);
    const later = await entriesOf(log, 'thing-2');
    expect(BigInt(later[0]!.position) > upTo).toBe(true);
    await expect(write(ASKED, pagesOf(later)).next()).rejects.toThrow('The tree has no such leaf');
  });
});
