import { createCaseCommands } from '../../commands/cases/caseCommands.js';
import { createKeptFaces } from '../../commands/faceMonitoring/keptFaces.js';
import { createCaseQueries } from '../../projections/cases/caseQueries.js';
import { createCorrectionQueries } from '../../projections/cases/correctionsProjection.js';
import { replayWork } from '../../workers/cases/replayWork.js';
import { eraseRetainedCases, expireCases, recoverDocuments } from '../../workers/cases/sweepCases.js';
import { createAuditQueries } from '../../projections/audit/auditProjection.js';
import { createPastCaseQueries } from '../../projections/cases/pastCases.js';
import type { Feature } from '../feature.js';
import { forgetElsewhere } from '../forgetElsewhere.js';
import { auditProjection } from '../stored.js';

/** Cases: documents and messages that an agent judges together. */
export const cases = {
  queries: (readModels) => ({
    cases: createCaseQueries(readModels),
    pastCases: createPastCaseQueries(readModels, createAuditQueries(readModels, auditProjection)),
    corrections: createCorrectionQueries(readModels),
  }),
  commands: ({ queries, ...parts }) => ({
    cases: createCaseCommands({
      ...{ ...parts, queries: queries.cases, links: queries.captureLinks },
      ...{ ...forgetElsewhere(parts.database.knex), keptFaces: createKeptFaces(parts) },
      ttlMs: parts.config.caseTtlHours * 3_600_000,
    }),
  }),
  work: [replayWork],
  schedules: ({ commands, log }) => [
    {
      ...{ name: 'expired-cases', cron: '* * * * *', actor: 'worker:expiry' },
      run: (context, stopping) => expireCases(context, commands.cases, log, stopping),
    },
    {
      ...{ name: 'unread-documents', cron: '* * * * *', actor: 'worker:recovery' },
      run: (context, stopping) => recoverDocuments(context, commands.cases, log, stopping),
    },
    {
      ...{ name: 'retained-cases', cron: '*/10 * * * *', actor: 'worker:retention' },
      run: (context, stopping) => eraseRetainedCases(context, commands.cases, log, stopping),
    },
  ],
} satisfies Feature;
