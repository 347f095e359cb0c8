import { describe, expect, it } from 'vitest';
import type { Woken } from '../../../../src/api/audit/changeStreams.js';
import { tellChanges, type TellingDeps } from '../../../../src/api/audit/tellChanges.js';
import { ApiError } from '../../../../src/api/http/responses/apiError.js';
import type { AuditEntry } from '../../../../src/projections/audit/auditProjection.js';

const AT = '2026-03-02T09:04:00.012Z';

/** The entries behind a position, of as many as there are. */
const since =
  (count: () => number): TellingDeps['since'] =>
  (position, limit) => {
    const all = Array.from({ length: count() }, (_, index) => String(index + 1));
    const behind = all.slice(Number(position), Number(position) + limit);
    const entries = behind.map((one) => ({ position: one, at: AT, action: 'CaseOpened', aggregate: `case-${one}` }));
    return Promise.resolve(entries as AuditEntry[]);
  };

const wakes = (...reasons: Woken[]): TellingDeps['stream'] => ({
  woken: () => Promise.resolve(reasons.shift() ?? 'end'),
});

const tell = (deps: Partial<TellingDeps>, from = '0'): AsyncGenerator<string, void> =>
  tellChanges(
    {
      ...{ stream: wakes(), since: since(() => 0), shown: () => Promise.resolve(true) },
      ...{ assertMay: () => Promise.resolve(), ...deps },
    },
    from,
  );

const told = (event: string): { changes: { position: string }[]; next: string; behind: boolean } =>
  JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? '') as ReturnType<typeof told>;

const allOf = async (events: AsyncGenerator<string, void>) => {
  const all: ReturnType<typeof told>[] = [];
  for await (const event of events) all.push(told(event));
  return all;
};

describe('a stream of changes', () => {
  it('says at once where it begins, and how soon to come back where it breaks', async () => {
    const [first] = [await tell({}, '17').next()];
    expect(first.value).toBe(
      'retry: 2000\nid: 17\nevent: changes\ndata: {"changes":[],"next":"17","behind":false}\n\n',
    );
  });

  it('tells all that there is, 200 at a time, before it waits for more', async () => {
    const events = await allOf(tell({ since: since(() => 450) }));
    expect(events.map(({ changes, next }) => [changes.length, next])).toEqual([
      ...[
        [0, '0'],
        [200, '200'],
        [200, '400'],
        [50, '450'],
      ],
    ]);
  });

  it('holds nothing for who reads slowly: it looks for more once the last was taken, and tells it together', async () => {
    let there = 1;
    const events = tell({ stream: wakes('news', 'news'), since: since(() => there) });
    await events.next();
    expect(told((await events.next()).value as string).next).toBe('1');
    there = 40;
    expect(told((await events.next()).value as string).changes).toHaveLength(39);
  });

  it('says that it is there where nothing has changed for long, and is silent where it was woken for nothing', async () => {
    const events = await allOf(tell({ stream: wakes('news', 'beat') }, '5'));
    expect(events).toEqual(Array.from({ length: 2 }, () => ({ changes: [], next: '5', behind: false })));
  });

  it('waits until what it tells of can be read, by the last change of each type, and says where it cannot', async () => {
    const asked: unknown[] = [];
    const shown: TellingDeps['shown'] = (written) => {
      asked.push(written);
      return Promise.resolve(false);
    };
    const [, event] = await allOf(tell({ since: since(() => 2), shown }));
    expect(event?.behind).toBe(true);
    expect(asked).toEqual([{ position: 2n, event_types: ['CaseOpened'] }]);
  });

  it('ends without another change once who listens may not hear it any more', async () => {
    const assertMay = () => Promise.reject(new ApiError(401, 'API key revoked'));
    expect(await allOf(tell({ since: since(() => 3), assertMay }))).toHaveLength(1);
  });

  it('breaks where it is not known whether they may', async () => {
    const failing = tell({ assertMay: () => Promise.reject(new Error('The database is away')) });
    await failing.next();
    await expect(failing.next()).rejects.toThrow('The database is away');
  });
});
