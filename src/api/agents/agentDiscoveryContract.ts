import type { TenantId } from '../../domain/core/text.js';
import type { SampleDocument } from '../documentTypes/documentTypeDiscoveryContract.js';

/** An agent to make from samples. */
export interface DiscoverAgentBody {
  /**
   * Samples of every kind of document that the agent is to collect; several of one kind are taken together.
   * @minItems 1
   * @maxItems 20
   */
  documents: SampleDocument[];
  /** The key's own tenant when left out. */
  tenant_id?: TenantId;
  /**
   * Made of what the document types are called when left out; the goal is made of it.
   * @minLength 1
   * @maxLength 200
   * @example "Client onboarding"
   */
  name?: string;
  /**
   * Fields to compare across documents, in the place of those that the schemas share.
   * @example ["full_name"]
   */
  cross_match_fields?: string[];
  /**
   * Steps for every type.
   * @default ["classify", "extract", "validate"]
   * @example ["classify", "extract", "validate"]
   */
  pipeline?: string[];
  /**
   * Deploy the agent at once.
   * @default false
   */
  deploy?: boolean;
  /**
   * Whether the samples may be shown to a language model of a cloud, where one is set. The agent itself is made without `allow_cloud`.
   * @default false
   */
  allow_cloud?: boolean;
}
