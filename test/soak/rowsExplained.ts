import { allMigrations } from '../../src/start/migrations.js';

/** What explains rows. */
export interface Explanation {
  /** How many events of each type there are. */
  events: Readonly<Record<string, number>>;
  /** How many streams there are. */
  streams: number;
  /** Requests that were sent under an idempotency key: an answer is kept for each of them. */
  keyedRequests: number;
  /** Requests of a minute. */
  requestsPerMinute: number;
}

/** How many events there are of some types. */
const ofTypes =
  (...types: string[]) =>
  ({ events }: Explanation): number =>
    types.reduce((sum, type) => sum + (events[type] ?? 0), 0);

const times =
  (factor: number, most: (explanation: Explanation) => number) =>
  (explanation: Explanation): number =>
    factor * most(explanation);

const allEvents = ({ events }: Explanation): number => Object.values(events).reduce((sum, count) => sum + count, 0);

/** The tables that may grow, and with what. Those of read models go by their names without a version. */
const MAY_GROW: Readonly<Record<string, { with: string; most: (explanation: Explanation) => number }>> = {
  // With versions, not with time.
  migrations: { with: 'migrations', most: () => allMigrations.length },
  events: { with: 'events', most: allEvents },
  log_tree_leaves: { with: 'events', most: allEvents },
  // A perfect subtree is completed by at most every second leaf, one of those by every second again.
  log_tree_nodes: { with: 'events', most: allEvents },
  // One of each size that was signed: each minute, and where it is asked for.
  log_tree_heads: { with: 'events', most: allEvents },
  subject_keys: { with: 'streams', most: ({ streams }) => streams + CONSTANT },
  kept_answers: { with: 'requests under a key', most: ({ keyedRequests }) => keyedRequests },
  // One for each event that asks for work, kept for a day.
  bus_messages: {
    with: 'work that was asked for',
    most: ofTypes(
      'PipelineRunStarted',
      'AgentRunStarted',
      'ExecutionCompleted',
      'ExecutionFailed',
      'CaseReplayRequested',
      ...['CaseCompleted', 'CaseDecided', 'CaseExpired', 'CaseErased', 'CaseReplayCompared'],
    ),
  },
  // Moments at which requests were let in; those of the last minute.
  rate_hits: { with: 'requests of a minute', most: ({ requestsPerMinute }) => 2 * requestsPerMinute },
  cases: { with: 'cases', most: ofTypes('CaseOpened') },
  case_documents: { with: 'documents of cases', most: ofTypes('DocumentReceived') },
  searched_documents: { with: 'documents of cases', most: ofTypes('DocumentReceived') },
  searched_cases: { with: 'cases', most: ofTypes('CaseOpened') },
  searched_events: { with: 'events', most: allEvents },
  // File, number and person of each document.
  keyed_index: { with: 'documents of cases', most: times(3, ofTypes('DocumentReceived')) },
  corrections: { with: 'corrections', most: ofTypes('DocumentCorrected') },
  case_messages: { with: 'messages', most: ofTypes('MessageReceived', 'MessageSent') },
  executions: { with: 'runs', most: ofTypes('PipelineRunStarted', 'AgentRunStarted') },
  execution_steps: { with: 'steps', most: ofTypes('StepFinished') },
  webhook_deliveries: { with: 'webhooks', most: ofTypes('WebhookQueued') },
  webhook_endpoints: { with: 'webhook endpoints', most: ofTypes('WebhookEndpointAdded') },
  endpoint_deliveries: { with: 'what endpoints are told', most: ofTypes('EndpointDeliveryQueued') },
  document_types: { with: 'document types', most: ofTypes('DocumentTypeDefined') },
  document_type_versions: { with: 'changes of document types', most: ofTypes('DocumentTypeSnapshotTaken') },
  agents: { with: 'agents', most: ofTypes('AgentCreated') },
  agent_versions: { with: 'changes of agents', most: ofTypes('AgentUpdated', 'AgentRolledBack') },
  api_keys: { with: 'keys', most: ofTypes('ApiKeyIssued') },
  api_key_uses: { with: 'keys', most: ofTypes('ApiKeyIssued') },
  // A row for each day, tenant, agent and document type, and as many for all tenants together: never more than what they count.
  case_standings: { with: 'cases', most: ofTypes('CaseOpened') },
  case_figures: {
    with: 'cases and documents',
    most: times(2, ofTypes('CaseOpened', 'CaseOpened', 'DocumentProcessed')),
  },
  execution_standings: { with: 'runs', most: ofTypes('PipelineRunStarted', 'AgentRunStarted') },
  execution_figures: { with: 'runs', most: times(2, ofTypes('PipelineRunStarted', 'AgentRunStarted')) },
  webhook_standings: { with: 'webhooks', most: ofTypes('WebhookQueued') },
  webhook_figures: { with: 'webhooks', most: times(2, ofTypes('WebhookQueued')) },
  audit_entries: { with: 'events', most: allEvents },
  registered_faces: { with: 'faces', most: ofTypes('FaceRegistered') },
  type_examples: { with: 'examples of document types', most: ofTypes('TypeExampleKept') },
  saved_searches: { with: 'saved searches', most: ofTypes('SearchSaved') },
  // Of a case that is completed up to twelve: those of four selfies at most, and of the documents that are looked at.
  sealed_vectors: {
    with: 'faces',
    most: ofTypes('FaceRegistered', 'FaceEmbeddedAnew', ...Array<string>(12).fill('CaseCompleted')),
  },
  face_spaces: { with: 'registers of faces', most: ofTypes('FaceRegistered') },
  kept_faces: { with: 'completed cases', most: times(12, ofTypes('CaseCompleted')) },
  certificates: { with: 'erasures', most: ofTypes('CaseErased', 'ExecutionErased') },
  expiring_api_keys: { with: 'rotated keys', most: ofTypes('ApiKeyRotated') },
  revoked_api_keys: { with: 'revoked keys', most: ofTypes('ApiKeyRevoked') },
  // Behind every 200 events of one agent or type, once the past is asked for; by no more versions than there are.
  row_snapshots: {
    with: 'versions of agents and document types',
    most: ofTypes('AgentUpdated', 'DocumentTypeUpdated'),
  },
  recorded_tenants: { with: 'wishes that reads be recorded', most: ofTypes('ReadRecordingChanged') },
};

/** Rows that any other table may have: what is once in an installation, or for each schedule, leader and read model. */
const CONSTANT = 60;

/** The tables that hold more rows than what they may grow with explains, as sentences. */
export function rowsExplained(tables: Readonly<Record<string, number>>, explanation: Explanation): string[] {
  return Object.entries(tables).flatMap(([table, rows]) => {
    const growing = MAY_GROW[table.replace(/_v\d+$/, '')];
    const most = growing?.most(explanation) ?? CONSTANT;
    if (rows <= most) return [];
    const because = growing ? `${growing.with} explain ${most}` : `nothing explains more than ${most}`;
    return [`the table ${table} has ${rows} rows; ${because}`];
  });
}
