import { randomUUID } from 'node:crypto';
import { forgetAnswersAbout } from '../../api/http/idempotency/keptAnswers.js';
import { createCommandHandler } from '../../commands/core/commandHandler.js';
import { createEraseExecution } from '../../commands/executions/eraseExecution.js';
import { executionsProjection } from '../../projections/executions/executionsProjection.js';
import { forgetInOtherVersions } from '../../projections/core/forgetInOtherVersions.js';
import { webhookDeliveriesProjection } from '../../projections/webhooks/webhookDeliveriesProjection.js';
import { Usage, withStores } from './withStores.js';

/** `npm run erase -- EXECUTION_ID`: forgets what was read from a document, and the document. */
await withStores(([executionId, ...rest]) => {
  if (executionId === undefined || rest.length > 0) throw new Usage('say "npm run erase -- EXECUTION_ID"');
  return async (stores) => {
    const handler = createCommandHandler(stores);
    const forgetAnswers = (executionId: string): Promise<void> => forgetAnswersAbout(stores.database.knex, executionId);
    const erase = createEraseExecution({ ...stores, handler, forgetAnswers });
    const id = randomUUID();
    await erase({ tenant_id: '', actor: 'system', correlation_id: id, causation_id: id }, executionId);
    const erased = await stores.eventStore.head();
    if (erased !== undefined) {
      // The delivery of an execution's outcome goes by the id of the execution.
      for (const projection of [executionsProjection, webhookDeliveriesProjection]) {
        await forgetInOtherVersions(stores.database.knex, projection, executionId, { erased });
      }
    }
    process.stdout.write(`The execution ${executionId} holds no personal values any more.\n`);
  };
});
