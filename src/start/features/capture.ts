import { createCaptureCommands } from '../../commands/capture/captureCommands.js';
import { createCaptureLinkQueries } from '../../projections/capture/captureLinksProjection.js';
import type { Feature } from '../feature.js';

/** Links with which customers hand in their documents. */
export const capture = {
  queries: (readModels) => ({ captureLinks: createCaptureLinkQueries(readModels) }),
  commands: (parts) => ({ capture: createCaptureCommands({ ...parts, cases: parts.queries.cases }) }),
} satisfies Feature;
