import type { Database } from './database/database.js';
import type { Migration } from './database/migrate.js';

/** Where the log tells what a language model was shown. */
export interface ToldIn {
  stream: string;
  /** Which of the documents that the stream is about; absent where it is about one. */
  document?: string;
  /** Of a stream that may not be there yet. */
  mode?: 'live' | 'test' | undefined;
}

/** What is sent to a language model: nothing that a document says. */
export interface SentQuestion {
  tenant_id: string;
  told_in: ToldIn;
  /** As it is set: nobody has answered yet. */
  model: string;
  where: 'local' | 'cloud';
  sent: readonly ('text' | 'pictures')[];
  /** See `ModelUse`. */
  prompt_hash: string;
}

/** A question that was written down. */
export interface WrittenQuestion extends SentQuestion {
  id: string;
  asked_at: Date;
}

/**
 * Questions that were put to a language model, from before they are sent until it was seen that the log tells of them: the process that asks may end before it
 * has told anybody.
 */
export interface ModelQuestions {
  /** Writes down what is about to be sent. @returns its id */
  write(question: SentQuestion): Promise<string>;
  /** Forgets what was not sent, or is told. */
  strike(ids: readonly string[]): Promise<void>;
  /** The questions of one stream after the other, all of each, that were asked at least so long ago. */
  left(asked: { seconds: number; after?: string | undefined; limit: number }): Promise<WrittenQuestion[][]>;
}

/** The table of questions that may not be told yet. */
export const modelQuestionMigrations: readonly Migration[] = [
  {
    name: 'model_questions_001',
    up: async (knex) => {
      await knex.schema.createTable('model_questions', (table) => {
        table.bigIncrements('id');
        table.text('tenant_id').notNullable();
        table.text('stream').notNullable();
        table.jsonb('question').notNullable();
        table.timestamp('asked_at').notNullable().defaultTo(knex.fn.now());
        table.index(['stream', 'asked_at']);
      });
    },
  },
];

interface Row {
  id: string;
  tenant_id: string;
  stream: string;
  question: Omit<SentQuestion, 'tenant_id' | 'told_in'> & { told_in: Omit<ToldIn, 'stream'> };
  asked_at: Date;
}

/** Creates what keeps them, by the database's clock. */
export const createModelQuestions = ({ knex }: Pick<Database, 'knex'>): ModelQuestions => ({
  async write({ tenant_id, told_in: { stream, ...told_in }, ...question }) {
    const row = { tenant_id, stream, question: JSON.stringify({ ...question, told_in }) };
    const [written] = await knex('model_questions').insert(row).returning<Pick<Row, 'id'>[]>('id');
    return written!.id;
  },

  async strike(ids) {
    if (ids.length > 0) await knex('model_questions').whereIn('id', ids).delete();
  },

  async left({ seconds, after = '', limit }) {
    const due = knex('model_questions')
      .distinct('stream')
      .whereRaw(`asked_at <= now() - make_interval(secs => ?)`, [seconds])
      .andWhere('stream', '>', after)
      .orderBy('stream')
      .limit(limit);
    const rows = await knex('model_questions')
      .whereIn('stream', due)
      .whereRaw(`asked_at <= now() - make_interval(secs => ?)`, [seconds])
      .orderBy(['stream', 'id'])
      .select<Row[]>('*');
    const ofStream = new Map<string, WrittenQuestion[]>();
    for (const row of rows) ofStream.set(row.stream, [...(ofStream.get(row.stream) ?? []), written(row)]);
    return [...ofStream.values()];
  },
});

const written = ({ question: { told_in, ...question }, stream, ...row }: Row): WrittenQuestion => ({
  ...{ ...row, ...question },
  told_in: { stream, ...told_in },
});
