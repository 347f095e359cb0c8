import { randomUUID } from 'node:crypto';
import { forgetOldAnswers } from '../api/http/idempotency/keptAnswers.js';
import type { ApiServices } from '../api/http/services.js';
import type { Schedule } from '../workers/core/schedules.js';
import { expireCases, recoverDocuments } from '../workers/cases/sweepCases.js';
import { sweepInterruptedRuns } from '../workers/executions/sweepInterruptedRuns.js';
import { reconcile, UNFINISHED_MS } from '../workers/operations/reconcile.js';

/** What workers do by the clock; each tick is run by one of them. */
export const schedulesOf = ({ commands, queries, bus, database, clock, log }: ApiServices): Schedule[] => [
  {
    name: 'interrupted-runs',
    cron: '* * * * *',
    run: () => sweepInterruptedRuns(commands.executions, log),
  },
  {
    name: 'expired-cases',
    cron: '* * * * *',
    run: () => expireCases(commands.cases, log),
  },
  {
    name: 'unread-documents',
    cron: '* * * * *',
    run: () => recoverDocuments(commands.cases, log),
  },
  {
    name: 'unfinished-work',
    cron: '17 * * * *',
    run: async () => {
      const id = randomUUID();
      const context = { tenant_id: '', actor: 'worker:reconciler', correlation_id: id, causation_id: id };
      await reconcile({ ...queries, bus, log }, context, new Date(clock().getTime() - UNFINISHED_MS));
    },
  },
  {
    name: 'kept-answers',
    cron: '*/10 * * * *',
    run: () => forgetOldAnswers(database.knex),
  },
];
