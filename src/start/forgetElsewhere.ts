import type { Knex } from 'knex';
import { forgetAnswersAbout } from '../api/http/idempotency/keptAnswers.js';
import type { ForgetElsewhere } from '../commands/core/forget.js';
import { forgetResultsOf } from '../commands/governance/governanceResults.js';
import { forgetDifferencesOf } from '../commands/simulations/simulationRows.js';
import { blocklistProjection } from '../projections/blocklist/blocklistProjection.js';
import { casesProjection } from '../projections/cases/casesProjection.js';
import { forgetInOtherVersions } from '../projections/core/forgetInOtherVersions.js';
import { executionsProjection } from '../projections/executions/executionsProjection.js';
import { registeredFacesProjection } from '../projections/faces/registeredFacesProjection.js';
import { savedSearchesProjection } from '../projections/savedSearches/savedSearchesProjection.js';
import { searchedCasesProjection } from '../projections/search/searchedCases.js';
import { searchedDocumentsProjection } from '../projections/search/searchedDocuments.js';
import { typeExamplesProjection } from '../projections/typeExamples/typeExamplesProjection.js';
import { webhookDeliveriesProjection } from '../projections/webhooks/webhookDeliveriesProjection.js';

/** The read models whose rows go by the id of what is erased; a delivery has that of the execution that it tells of. */
const GO_BY_ITS_ID = [
  ...[casesProjection, searchedDocumentsProjection, searchedCasesProjection, executionsProjection],
  ...[webhookDeliveriesProjection, blocklistProjection, registeredFacesProjection],
  ...[savedSearchesProjection, typeExamplesProjection],
];

/** Forgets what is kept in the database of something erased, and that its events do not reach. */
export const forgetElsewhere = (knex: Knex): ForgetElsewhere => ({
  async forgetAnswers(id) {
    await forgetAnswersAbout(knex, id);
    await forgetDifferencesOf(knex, id);
    await forgetResultsOf(knex, id);
  },
  forgetRows: (id, erased) => forgetInOtherVersions(knex, GO_BY_ITS_ID, id, { erased }),
});
