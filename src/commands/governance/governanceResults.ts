import type { Knex } from 'knex';
import type {
  DriftCount,
  FieldCount,
  FieldMeasures,
  FieldResult,
  GovernanceCounts,
  GovernanceSummary,
  JudgedDocument,
} from '../../domain/governance/index.js';
import type { Database } from '../../platform/database/database.js';
import { deleteLittleByLittle } from '../../platform/database/deleteLittleByLittle.js';
import type { Migration } from '../../platform/database/migrate.js';

/** What runs found: ids, names of fields and rules, outcomes; nothing that was read. */
export const governanceMigrations: readonly Migration[] = [
  {
    name: 'governance_001',
    up: async (knex) => {
      await knex.schema.createTable('governance_results', (table) => {
        table.uuid('run_id');
        table.specificType('doc_id', 'text collate "C"');
        table.uuid('session_id').notNullable().index();
        table.text('status').notNullable().comment('pass or fail');
        table.boolean('valid_before').notNullable();
        table.json('field_results').notNullable();
        table.text('decision_before').comment('Null where the decision of its case would not be different');
        table.text('decision_now');
        table.specificType('received_at', 'text collate "C" not null');
        table.timestamp('judged_at').notNullable().defaultTo(knex.fn.now()).index();
        table.primary(['run_id', 'doc_id']);
      });
      await knex.raw('create index on governance_results (run_id, received_at desc, doc_id desc)');
      await knex.raw('create index on governance_results (run_id, status, received_at desc, doc_id desc)');
    },
  },
  {
    name: 'governance_002',
    up: (knex) => knex.schema.alterTable('governance_results', (table) => void table.json('measures')),
  },
];

/** What a run found of a document. */
export interface GovernanceResult extends JudgedDocument {
  session_id: string;
  /** When the document was received, ISO 8601. */
  received_at: string;
  /** The decision of its case, and what it would be now; null where it would not be different. */
  decision: { from: string; to: string } | null;
  /** What its values are like; absent where its set does not ask how they drift. */
  measures?: FieldMeasures | undefined;
}

/** Which results are read, newest document first. */
export interface ResultFilter {
  status?: 'pass' | 'fail' | undefined;
  /** The one behind which the page begins. */
  after?: Pick<GovernanceResult, 'received_at' | 'doc_id'> | undefined;
  limit: number;
}

/** Keeps what runs find. */
export interface GovernanceResults {
  /** Keeps results of a run; a document that is judged again has the newer one. */
  keep(run_id: string, results: readonly GovernanceResult[]): Promise<void>;
  list(run_id: string, filter: ResultFilter): Promise<GovernanceResult[]>;
  count(run_id: string): Promise<Omit<GovernanceCounts, 'error_count'>>;
  summary(run_id: string): Promise<GovernanceSummary>;
  /** What was counted of the documents that were received from one time on, up to another. ISO 8601 */
  driftCount(run_id: string, from: string, to: string): Promise<DriftCount>;
  /** Forgets what was found of a case, by whichever run. */
  forget(session_id: string): Promise<void>;
}

interface Row {
  run_id: string;
  doc_id: string;
  session_id: string;
  status: 'pass' | 'fail';
  valid_before: boolean;
  field_results: { [field: string]: FieldResult };
  decision_before: string | null;
  decision_now: string | null;
  received_at: string;
}

/** Results in the database. */
export function createGovernanceResults({ knex }: Pick<Database, 'knex'>): GovernanceResults {
  const of = (run_id: string) => knex<Row>('governance_results').where({ run_id });
  return {
    async keep(run_id, results) {
      if (results.length === 0) return;
      const rows = results.map(({ decision, field_results, measures, ...result }) => ({
        ...{ run_id, ...result, field_results: JSON.stringify(field_results) },
        measures: measures ? JSON.stringify(measures) : null,
        ...{ decision_before: decision?.from ?? null, decision_now: decision?.to ?? null },
      }));
      await knex('governance_results').insert(rows).onConflict(['run_id', 'doc_id']).merge();
    },

    async list(run_id, { status, after, limit }) {
      const query = of(run_id).orderByRaw('received_at desc, doc_id desc').limit(limit);
      if (status) void query.where({ status });
      if (after) void query.whereRaw('(received_at, doc_id) < (?, ?)', [after.received_at, after.doc_id]);
      return (await query).map(resultOf);
    },

    async count(run_id) {
      const rows = await of(run_id)
        .select('status')
        .count<{ status: string; count: string }[]>('* as count')
        .groupBy('status');
      const counted = (wanted: string): number => Number(rows.find(({ status }) => status === wanted)?.count ?? 0);
      const [passed, failed] = [counted('pass'), counted('fail')];
      return { total_docs: passed + failed, passed, failed };
    },

    async summary(run_id) {
      const [changed] = await of(run_id).select<{ [key: string]: string }[]>(
        knex.raw(`count(*) filter (where valid_before and status = 'fail') as newly_failed`),
        knex.raw(`count(*) filter (where not valid_before and status = 'pass') as newly_passed`),
        knex.raw(`count(distinct session_id) filter (where decision_now is not null) as decisions_differing`),
      );
      return {
        newly_failed: Number(changed?.['newly_failed'] ?? 0),
        newly_passed: Number(changed?.['newly_passed'] ?? 0),
        decisions_differing: Number(changed?.['decisions_differing'] ?? 0),
        failed_by_field: await failedByField(knex, run_id),
      };
    },

    driftCount: (run_id, from, to) => driftCount(knex, [run_id, from, to]),

    forget: (session_id) => forgetResultsOf(knex, session_id),
  };
}

/** Adds up what was measured of the documents of a run that came in a time. */
async function driftCount(knex: Knex, which: [run_id: string, from: string, to: string]): Promise<DriftCount> {
  const among = 'from governance_results where run_id = ? and received_at >= ? and received_at < ?';
  const ask = async <Row>(statement: string): Promise<Row[]> =>
    (await knex.raw<{ rows: Row[] }>(statement, which)).rows;
  const [all] = await ask<{ documents: string; valid: string }>(
    `select count(*) as documents, count(*) filter (where status = 'pass') as valid ${among}`,
  );
  const broken = await ask<{ field: string; count: string }>(
    `select field, count(*) as count from (select field_results ${among}) as found, json_object_keys(field_results) as field group by field`,
  );
  const filled = await ask<{ field: string; form: string; count: string; confidences: string; sum: string | null }>(
    `select key as field, value->>'form' as form, count(*) as count, count(value->>'confidence') as confidences,
       sum((value->>'confidence')::float8) as sum
     from (select measures ${among} and measures is not null) as found, json_each(measures) group by field, form`,
  );
  const fields = [...new Set([...broken, ...filled].map(({ field }) => field))].map((field): FieldCount => {
    const of = filled.filter((row) => row.field === field);
    const total = (value: (row: (typeof of)[number]) => unknown): number =>
      of.reduce((sum, row) => sum + Number(value(row) ?? 0), 0);
    return {
      ...{ field, filled: total(({ count }) => count) },
      broken: Number(broken.find((row) => row.field === field)?.count ?? 0),
      ...{ confidence_sum: total(({ sum }) => sum), confidence_count: total(({ confidences }) => confidences) },
      forms: Object.fromEntries(of.map(({ form, count }) => [form, Number(count)])),
    };
  });
  return { documents: Number(all?.documents ?? 0), valid: Number(all?.valid ?? 0), fields };
}

/** Most fields that a summary names. */
const MOST_FIELDS = 100;

async function failedByField(knex: Knex, run_id: string): Promise<GovernanceSummary['failed_by_field']> {
  const { rows } = await knex.raw<{ rows: { field: string; count: string }[] }>(
    `select field, count(*) as count from governance_results, json_object_keys(field_results) as field
     where run_id = ? and status = 'fail' group by field order by count(*) desc, field limit ?`,
    [run_id, MOST_FIELDS],
  );
  return Object.fromEntries(rows.map(({ field, count }) => [field, Number(count)]));
}

const resultOf = ({ decision_before, decision_now, ...row }: Row): GovernanceResult => ({
  ...{ doc_id: row.doc_id, session_id: row.session_id, status: row.status, valid_before: row.valid_before },
  ...{ field_results: row.field_results, received_at: row.received_at },
  decision: decision_before !== null && decision_now !== null ? { from: decision_before, to: decision_now } : null,
});

/** Results are kept for so long after a document was judged. That there was a run, and what it counted, stays known. */
const KEPT_FOR = '90 days';

/** Forgets results that are ninety days old. */
export const forgetOldResults = ({ knex }: Pick<Database, 'knex'>): Promise<unknown> =>
  deleteLittleByLittle(knex, {
    ...{ table: 'governance_results', where: 'judged_at < now() - ?::interval', bindings: [KEPT_FOR] },
  });

/** Forgets what runs found of a case. */
export async function forgetResultsOf(knex: Knex, session_id: string): Promise<void> {
  await knex('governance_results').where({ session_id }).delete();
}
