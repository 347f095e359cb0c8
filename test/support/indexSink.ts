import { FoldFailed } from '../../src/projections/core/applyEvents.js';
import { claimBuild, endBuild, forgetBuild, moveBuild, noteBuildStop } from '../../src/projections/core/builds.js';
import { lockCheckpoint, moveCheckpoint, readCheckpoint } from '../../src/projections/core/checkpoints.js';
import { MovesLost, type Sink } from '../../src/projections/core/sink.js';
import type { Core } from './core.js';

/** The read model that is kept in the index: runs that ended. */
export const endedRuns = { name: 'ended_runs', version: 1, eventTypes: ['ExecutionCompleted'] };

const of = { name: endedRuns.name, version: endedRuns.version };

/** A store outside of the database, which takes a document only with a version above the one that it has. */
export function createIndex() {
  const index = { documents: new Map<string, bigint>(), refused: 0, away: false, fails: false };
  const put = (documents: Documents, key: string, version: bigint): void => {
    if (index.away) throw new Error('The index is away');
    if ((documents.get(key) ?? -1n) >= version) index.refused++;
    else documents.set(key, version);
  };
  return { index, put };
}

type Documents = Map<string, bigint>;
type Index = ReturnType<typeof createIndex>;

/** That index as a sink. */
export function createIndexSink({ database: { knex } }: Pick<Core, 'database'>, { index, put }: Index): Sink {
  let beside: Documents = new Map();
  return {
    ...endedRuns,
    async prepare() {
      await knex('projection_checkpoints')
        .insert({ ...of, tables: [] })
        .onConflict(['name', 'version'])
        .ignore();
    },
    async take({ events, from, to }) {
      if (((await readCheckpoint(knex, of)).position ?? -1n) < (from ?? -1n)) throw new MovesLost(of);
      const { documents } = index;
      const [first] = events;
      if (index.fails && first) throw new FoldFailed(of.name, first.event, new Error('It cannot be taken'));
      for (const { event } of events) put(documents, event.stream, event.position);
      await knex.transaction(async (transaction) => {
        const { position = -1n } = await lockCheckpoint(transaction, of);
        if (index.documents !== documents) throw new MovesLost(of);
        if (to > position) await moveCheckpoint(transaction, of, to);
      });
    },
    async openBuild(fence) {
      const claim = { fence, shape: 'documents' };
      const begun = await knex.transaction((transaction) => claimBuild(transaction, of, claim));
      if (!begun) beside = new Map();
      let position = begun?.position;
      return {
        reached: begun ?? { position: undefined, events: 0 },
        async take({ events, from, to }) {
          for (const { event } of events) put(beside, event.stream, event.position);
          await knex.transaction((transaction) =>
            moveBuild(transaction, of, { fence, from, to, events: events.length }),
          );
          position = to;
        },
        finish: () => Promise.resolve(),
        swap: (catchUp) =>
          knex.transaction(async (transaction) => {
            await catchUp((await lockCheckpoint(transaction, of)).position);
            await endBuild(transaction, of, { fence, position });
            if (position !== undefined) await moveCheckpoint(transaction, of, position);
            index.documents = beside;
          }),
        noteStop: (error) => noteBuildStop(knex, of, { fence, error }),
        close: () => Promise.resolve(),
      };
    },
    async dropBuild() {
      beside = new Map();
      return (await forgetBuild(knex, of)) !== undefined;
    },
  };
}
