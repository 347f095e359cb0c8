import { createDocumentTypeCommands } from '../../commands/documentTypes/documentTypeCommands.js';
import { createTypeExampleCommands } from '../../commands/typeExamples/typeExampleCommands.js';
import { createTypeExampleQueries } from '../../projections/typeExamples/typeExamplesProjection.js';
import type { Feature } from '../feature.js';
import { forgetElsewhere } from '../forgetElsewhere.js';

/** Documents that are kept with document types, and show what a change of one breaks. */
export const typeExamples = {
  queries: (readModels) => ({ typeExamples: createTypeExampleQueries(readModels) }),
  commands: (parts) => ({
    typeExamples: createTypeExampleCommands({
      ...{ ...parts, ...forgetElsewhere(parts.database.knex) },
      ...{ types: createDocumentTypeCommands(parts), examples: parts.queries.typeExamples },
    }),
  }),
} satisfies Feature;
