import type { AgentView } from './agentContract.js';

/** An agent as it was just saved. */
export interface SavedAgentView extends AgentView {
  /**
   * What was saved and is perhaps not meant, and fields of the request that are not known and are probably misspelt; in the answer of who saves it alone, where there is any.
   * @example ["definition.pipeline_per_type is empty: no step reads or checks any document"]
   */
  warnings?: string[];
}
