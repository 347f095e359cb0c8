import type { Database } from './database/database.js';
import type { Migration } from './database/migrate.js';

/** What each tenant has used of a language model, by day (UTC) and over all processes. */
export const tokenBudgetMigrations: readonly Migration[] = [
  {
    name: 'model_tokens_001',
    up: async (knex) => {
      await knex.schema.createTable('model_tokens', (table) => {
        table.date('day').notNullable();
        table.text('tenant_id').notNullable();
        table.bigInteger('tokens').notNullable();
        table.primary(['day', 'tenant_id']);
      });
    },
  },
];

/** Holds tenants to so many tokens of a language model a day. */
export interface TokenBudget {
  /** Whether a tenant has used what it may today. */
  isSpent(tenant_id: string): Promise<boolean>;
  /** Notes what was used; the question that goes beyond the day's tokens is answered all the same. */
  spend(tenant_id: string, tokens: number): Promise<void>;
}

/** How long a day's count is kept, in days. */
const KEPT_DAYS = 62;

/** Creates a budget by the database's clock. @param perDay tokens of each tenant; absent means as many as it takes */
export const createTokenBudget = ({ knex }: Pick<Database, 'knex'>, perDay: number | undefined): TokenBudget => ({
  async isSpent(tenant_id) {
    if (perDay === undefined) return false;
    const used = await knex('model_tokens')
      .where({ tenant_id })
      .whereRaw(`day = ${TODAY}`)
      .first<{ tokens: string } | undefined>();
    return Number(used?.tokens ?? 0) >= perDay;
  },

  async spend(tenant_id, tokens) {
    await knex.raw(
      `insert into model_tokens (day, tenant_id, tokens) values (${TODAY}, ?, ?)
       on conflict (day, tenant_id) do update set tokens = model_tokens.tokens + excluded.tokens`,
      [tenant_id, tokens],
    );
    await knex('model_tokens').where({ tenant_id }).whereRaw(`day < ${TODAY} - ${KEPT_DAYS}`).delete();
  },
});

const TODAY = `(now() at time zone 'utc')::date`;
