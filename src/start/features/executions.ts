import { createAcceptedRunCommands } from '../../commands/executions/acceptedRuns.js';
import { createAgentRunCommands } from '../../commands/executions/agentRuns.js';
import { createExecutionCommands } from '../../commands/executions/executionCommands.js';
import { createExecutionRecorder } from '../../commands/executions/executionRecorder.js';
import { createExecutionQueries } from '../../projections/executions/executionsProjection.js';
import { agentRunWork, pipelineRunWork } from '../../workers/executions/acceptedWork.js';
import { eraseRetainedRuns } from '../../workers/executions/eraseRetainedRuns.js';
import { sweepInterruptedRuns } from '../../workers/executions/sweepInterruptedRuns.js';
import { createAuditQueries } from '../../projections/audit/auditProjection.js';
import { createPastExecutionQueries } from '../../projections/executions/pastExecutions.js';
import type { Feature } from '../feature.js';
import { forgetElsewhere } from '../forgetElsewhere.js';
import { auditProjection } from '../stored.js';

/** Longest that a document may take: the engine's own limit, and a margin for storing its outcome. */
const LONGEST_RUN_MS = 10 * 60_000;

/** Documents put through a pipeline, or through an agent, by themselves. */
export const executions = {
  queries: (readModels) => ({
    executions: createExecutionQueries(readModels),
    pastExecutions: createPastExecutionQueries(readModels, createAuditQueries(readModels, auditProjection)),
  }),
  commands({ queries, ...stores }) {
    const recorder = createExecutionRecorder(stores);
    const parts = { ...stores, recorder };
    const executions = createExecutionCommands({
      ...{ ...parts, executions: queries.executions, longestRunMs: LONGEST_RUN_MS },
      ...forgetElsewhere(stores.database.knex),
    });
    return {
      acceptedRuns: createAcceptedRunCommands({ ...parts, runPipeline: executions.runPipeline }),
      agentRuns: createAgentRunCommands(parts),
      executions,
    };
  },
  work: [pipelineRunWork, agentRunWork],
  schedules: ({ commands, log }) => [
    {
      ...{ name: 'interrupted-runs', cron: '* * * * *', actor: 'worker:sweep' },
      run: (context, stopping) => sweepInterruptedRuns(context, commands.executions, log, stopping),
    },
    {
      ...{ name: 'retained-runs', cron: '5-59/10 * * * *', actor: 'worker:retention' },
      run: (context, stopping) => eraseRetainedRuns(context, commands.executions, log, stopping),
    },
  ],
} satisfies Feature;
