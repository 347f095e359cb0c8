import { describe, expect, it } from 'vitest';
import { DatabaseError } from 'pg';
import { batchedQuery } from '../../../../src/platform/database/batchedQuery.js';
import { onBehalfOf, whoAsks } from '../../../../src/platform/database/onBehalfOf.js';
import { EventStoreUnavailable } from '../../../../src/platform/eventStore/eventStore.js';
import { until } from '../../../support/until.js';

/** Statements that are answered when they are told to. */
function statements(most = 100) {
  const asked: { keys: readonly string[]; answer: () => void; fail: (reason: Error) => void }[] = [];
  const ask = batchedQuery(
    (keys: readonly string[]) =>
      new Promise<string[]>((resolve, reject) => {
        asked.push({ keys, answer: () => resolve(keys.map((key) => `${key}!`)), fail: reject });
      }),
    most,
  );
  return { asked, ask, reach: (count: number) => until(() => asked.length >= count || undefined) };
}

describe('what is asked of the database at the same time', () => {
  it('is asked with one statement, and each gets its own answer', async () => {
    const { asked, ask, reach } = statements();
    const answers = Promise.all(['a', 'b', 'a'].map(ask));
    await reach(1);
    asked[0]?.answer();
    expect(await answers).toEqual(['a!', 'b!', 'a!']);
    expect(asked).toHaveLength(1);
  });

  it('joins while two statements are under way, and goes with the first that is back', async () => {
    const { asked, ask, reach } = statements();
    const answers: Promise<string>[] = [];
    for (const [n, key] of ['a', 'b'].entries()) {
      answers.push(ask(key));
      await reach(n + 1);
    }
    for (const key of ['c', 'd']) {
      answers.push(ask(key));
      await new Promise(setImmediate);
    }
    expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b']]);
    asked[1]?.answer();
    await reach(3);
    expect(asked[2]?.keys).toEqual(['c', 'd']);
    for (const { answer } of asked) answer();
    expect(await Promise.all(answers)).toEqual(['a!', 'b!', 'c!', 'd!']);
  });

  it('does not wait for ever for statements that are never answered', async () => {
    const { asked, ask, reach } = statements();
    for (const [n, key] of ['a', 'b'].entries()) {
      void ask(key);
      await reach(n + 1);
    }
    const answer = ask('c');
    await reach(3);
    asked[2]?.answer();
    expect(await answer).toBe('c!');
  });

  it('fails alone where the database refuses one, and together where it is not there', async () => {
    const { asked, ask, reach } = statements();
    const refused = Promise.allSettled(['a', 'b'].map(ask));
    await reach(1);
    asked[0]?.fail(new DatabaseError('refused', 1, 'error'));
    await reach(3);
    asked[1]?.fail(new Error('no such thing'));
    asked[2]?.answer();
    expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    const away = Promise.allSettled(['a', 'b'].map(ask));
    await reach(4);
    asked[3]?.fail(new Error('away'));
    expect((await away).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(asked).toHaveLength(4);
  });

  it('is asked for once more, each alone, where together it takes too long', async () => {
    const { asked, ask, reach } = statements();
    const answers = Promise.allSettled(['a', 'b'].map(ask));
    await reach(1);
    const tookTooLong = Object.assign(new DatabaseError('canceling statement', 1, 'error'), { code: '57014' });
    asked[0]?.fail(new EventStoreUnavailable('did not answer', { cause: tookTooLong }));
    await reach(3);
    asked[1]?.fail(new EventStoreUnavailable('did not answer', { cause: tookTooLong }));
    asked[2]?.answer();
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(asked.map(({ keys }) => keys)).toEqual([['a', 'b'], ['a'], ['b']]);
  });

  it('is asked as the service, whoever asked first and whoever was before it, and each goes on as itself', async () => {
    const asked: (string | undefined)[] = [];
    const ask = batchedQuery((keys: readonly string[]) => {
      asked.push(whoAsks());
      return Promise.resolve([...keys]);
    }, 1);
    const askAs = (who: string): Promise<string | undefined> => onBehalfOf(who, () => ask(who).then(whoAsks));
    expect(await Promise.all(['a', 'b', 'c'].map(askAs))).toEqual(['a', 'b', 'c']);
    expect(asked).toEqual([undefined, undefined, undefined]);
  });

  it('is asked with several statements where it is more than one may carry', async () => {
    const { asked, ask, reach } = statements(2);
    const answers = Promise.all(['a', 'b', 'c'].map(ask));
    await reach(2);
    for (const { answer } of asked) answer();
    expect(await answers).toEqual(['a!', 'b!', 'c!']);
  });
});
