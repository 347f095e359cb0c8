import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { executionStream } from '../../../../src/domain/executions/execution.js';
import type { LogShare } from '../../../../src/platform/eventStore/eventStore.js';
import { executionsProjection } from '../../../../src/projections/executions/executionsProjection.js';
import type { Projection } from '../../../../src/projections/core/projection.js';
import { readSetAside } from '../../../../src/projections/core/setAside.js';
import { isOfStreams } from '../../../../src/projections/core/projection.js';
import { allProjections } from '../../../../src/start/features.js';
import { openCore, type Core } from '../../../support/core.js';
import { recordRun } from '../../../support/executions.js';
import { inPages } from '../../../support/logInPages.js';
import { rowsOf } from '../../../support/readModels.js';
import { rebuildProjection, shareThreadsHere } from '../../../support/rebuildProjection.js';
import { storedExamples } from '../../../support/storedExamples.js';

let core: Core;
beforeEach(async () => void (core = await openCore()));
afterEach(() => core.close());

const rows = (projection: Projection = executionsProjection) => rowsOf(core.database.knex, projection);

/** A rebuild of which the first event is taken in one, and the rest in three shares; gives back in which it was read. */
async function rebuildInShares(projection: Projection): Promise<(LogShare | undefined)[]> {
  const asked: (LogShare | undefined)[] = [];
  const paged = inPages(core, { size: 1 }).eventStore;
  const eventStore: typeof paged = {
    ...paged,
    subscribe(options) {
      asked.push(options?.share);
      return paged.subscribe(options);
    },
  };
  const parts = { ...core, eventStore };
  await rebuildProjection({ ...parts, threads: shareThreadsHere(parts, projection) }, projection);
  return asked;
}

describe('what is set aside', () => {
  /** Two runs of which a value is lost to whoever reads it. */
  async function loseKeys(): Promise<string[]> {
    const lost = [await recordRun(core.handler, 'LOST'), await recordRun(core.handler, 'GONE')];
    await recordRun(core.handler, 'WHOLE');
    await core.database.knex('subject_keys').whereIn('subject', lost.map(executionStream)).delete();
    return lost;
  }

  const asides = () =>
    readSetAside(core.database.knex, { ...executionsProjection, building: false }).then((found) =>
      found.toSorted((a, b) => a.stream.localeCompare(b.stream)),
    );

  it('is the same in shares as in one', async () => {
    await loseKeys();
    await rebuildProjection(core, executionsProjection);
    const [rowsInOne, asidesInOne] = [await rows(), await asides()];
    expect(asidesInOne).toHaveLength(2);
    await rebuildInShares(executionsProjection);
    expect(await rows()).toEqual(rowsInOne);
    expect(await asides()).toEqual(asidesInOne);
  });
});

describe('every read model', () => {
  /** The stored examples, each stream several times under other ids. */
  async function appendExamples(): Promise<void> {
    const appended = new Map<string, bigint>();
    for (let copy = 0; copy < 6; copy += 1) {
      const renamed = (text: string): string =>
        text.replace(/\b[0-9a-f]{8}(?=-[0-9a-f]{4}-)/g, (begin) =>
          (parseInt(begin, 16) ^ copy).toString(16).padStart(8, '0'),
        );
      for (const [name, history] of storedExamples()) {
        const stream = renamed(name);
        const events = history.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }));
        const known = appended.get(stream);
        const result = await core.eventStore.append(
          stream,
          JSON.parse(renamed(JSON.stringify(events))) as typeof events,
          known ?? 'no_stream',
        );
        appended.set(stream, result.revision);
      }
    }
  }

  it('whose rows are said to be made by one stream each is the same in shares as in one, over events of all types', async () => {
    await appendExamples();
    for (const projection of allProjections) {
      const { taken } = await rebuildProjection(core, projection);
      expect(taken, projection.name).toBeGreaterThan(1);
      const inOne = await rows(projection);
      const asked = await rebuildInShares(projection);
      expect(
        asked.filter((share) => share?.of === 3),
        projection.name,
      ).toHaveLength(isOfStreams(projection) ? 3 : 0);
      expect(await rows(projection)).toEqual(inOne);
    }
  });
});
