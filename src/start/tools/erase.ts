import { randomUUID } from 'node:crypto';
import { createCaseErasing } from '../../commands/cases/eraseCase.js';
import { createCaseHandler } from '../../commands/cases/caseHandler.js';
import { createCommandHandler } from '../../commands/core/commandHandler.js';
import { createEraseExecution } from '../../commands/executions/eraseExecution.js';
import { createSearchTexts } from '../../commands/savedSearches/searchTexts.js';
import { noneWithThisId } from '../../domain/core/decider.js';
import { executionStream } from '../../domain/executions/index.js';
import { createSavedSearchQueries } from '../../projections/savedSearches/savedSearchesProjection.js';
import { forgetElsewhere } from '../forgetElsewhere.js';
import { Usage, withStores } from './withStores.js';

/** `npm run erase -- ID`: forgets what was read from the document of a run, or in a case, and the documents. */
await withStores(([given, ...rest]) => {
  if (given === undefined || rest.length > 0) throw new Usage('say "npm run erase -- EXECUTION_ID" or "… SESSION_ID"');
  const id = given.toLowerCase();
  return async (stores) => {
    const handler = createCommandHandler(stores);
    const parts = { ...stores, ...forgetElsewhere(stores.database.knex), handler, cases: createCaseHandler(handler) };
    const saved = createSavedSearchQueries(stores.readModels);
    const deps = { ...parts, searchTexts: createSearchTexts({ ...parts, saved }) };
    const cases = createCaseErasing(deps);
    const correlation_id = randomUUID();
    const context = { tenant_id: '', actor: 'system', correlation_id, causation_id: correlation_id };
    const isCase = (await cases.findToErase(id)) !== undefined;
    if (!isCase && (await stores.eventStore.lastRevision(executionStream(id))) === undefined) {
      throw noneWithThisId('execution and no case');
    }
    await (isCase ? cases.erase(context, id) : createEraseExecution(deps)(context, id));
    process.stdout.write(`The ${isCase ? 'case' : 'execution'} ${id} holds no personal values any more.\n`);
  };
});
