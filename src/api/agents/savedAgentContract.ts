import type { RequestWarnings } from '../http/textContract.js';
import type { AgentView } from './agentContract.js';

/** An agent as it was just saved. */
export interface SavedAgentView extends AgentView {
  /**
   * What was saved and is perhaps not meant, and fields of the request that are not known and are probably misspelt; in the answer of who saves it alone, where there is any.
   * @example ["definition.pipeline_per_type is empty: no step reads or checks any document"]
   */
  warnings?: string[];
}

/** An agent that was built, and the document types it was built from. */
export interface BuiltAgentView {
  agent: SavedAgentView;
  /**
   * Types that were there.
   * @example ["passport", "bank_statement"]
   */
  contexts_existing: string[];
  /**
   * Types that were made for it.
   * @example []
   */
  contexts_created: string[];
  warnings?: RequestWarnings;
}
