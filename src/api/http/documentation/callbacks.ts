import { ENDPOINT_EVENT_TYPES, type SentEventType } from '../../../domain/webhookEndpoints/index.js';
import type { OpenApiDocument, OperationObject, Parameter, Schema } from './openApiDocument.js';

/** What an operation has posted later to an address that its body names. */
export function callbacksOf(
  { paths }: OpenApiDocument,
  method: string,
  path: string,
): Pick<OperationObject, 'callbacks'> {
  if (method !== 'post') return {};
  if (path === '/v1/webhooks/endpoints') {
    const types: readonly SentEventType[] = [...ENDPOINT_EVENT_TYPES, 'ping'];
    return { callbacks: Object.fromEntries(types.map((type) => [type, at('{$request.body#/url}', toldOf(type))])) };
  }
  const told = OUTCOMES[path];
  if (!told) return {};
  const schema = paths[told.as]?.['get']?.responses['200']?.content?.['application/json']?.schema ?? {};
  return { callbacks: { outcome: at('{$request.body#/webhook_url}', posted(told.name, told.summary, schema)) } };
}

const OF_RUN = {
  as: '/v1/pipeline/executions/{execution_id}',
  summary: 'The outcome of the run, as a read of the execution shows it',
};

/** What begins something whose outcome is told, and which read shows the same. */
const OUTCOMES: { readonly [path: string]: { name: string; as: string; summary: string } } = {
  '/v1/pipeline/run': { ...OF_RUN, name: 'receiveOutcome' },
  '/v1/agent/run': { ...OF_RUN, name: 'receiveAgentRunOutcome' },
  '/api/v1/face/bulk/search': {
    ...{ name: 'receiveFaceBulkOutcome', as: '/api/v1/face/bulk/{job_id}' },
    summary: 'What was found of each face, as a read of the search shows it',
  },
};

const at = (address: string, operation: OperationObject) => ({ [address]: { post: operation } });

const uuid: Schema = { type: 'string', format: 'uuid' };
const text: Schema = { type: 'string' };
const count: Schema = { type: 'integer', minimum: 0 };
const nullable = (schema: Schema): Schema => ({ ...schema, nullable: true });
const list = (items: Schema): Schema => ({ type: 'array', items });
const object = (properties: Record<string, Schema>): Schema => ({
  ...{ type: 'object', required: Object.keys(properties), properties },
});

const CASE: Record<string, Schema> = {
  session_id: uuid,
  tenant_id: text,
  goal: text,
  status: { type: 'string', description: 'Of the case, as it was when this happened.' },
  client_reference_id: nullable({ ...text, description: 'Null where there is none, and once the case is erased.' }),
  mode: { type: 'string', enum: ['live', 'test'], description: 'That of the key that opened the case.' },
};

const VERDICT: Record<string, Schema> = {
  decision: nullable({ type: 'string', enum: ['approved', 'review', 'denied', 'failed'] }),
  reasons: list({ $ref: '#/components/schemas/CaseReasonView' }),
  face_checks: list({ $ref: '#/components/schemas/FaceCheckView' }),
  watchlist_checks: list({ $ref: '#/components/schemas/WatchlistCheckView' }),
  checks: list(
    object({
      ...{ doc_id: uuid, document_type: text, code: text },
      status: { type: 'string', enum: ['failed', 'warned'] },
      weight: { type: 'string', enum: ['info', 'weak', 'moderate', 'strong'] },
      ...{ field: nullable(text), page: nullable(count), box: nullable(list({ type: 'number' })) },
    }),
  ),
};

/** What is said in `data`, by type. */
const DATA: { readonly [type in SentEventType]: Record<string, Schema> } = {
  'case.completed': { ...CASE, ...VERDICT },
  'case.review': { ...CASE, ...VERDICT },
  'case.decided': {
    ...{ ...CASE, ...VERDICT, decided_by: nullable(text), decision_reason: nullable(text) },
    decision_actor: nullable({
      ...text,
      description: 'Who decided, as the caller said; null where the caller did not.',
    }),
    decided_at: nullable({ type: 'string', format: 'date-time' }),
  },
  'case.documents_requested': {
    ...CASE,
    progress: { $ref: '#/components/schemas/CaseProgressView' },
    items: list(object({ document_type: text, code: text })),
  },
  'case.expired': CASE,
  'case.erased': CASE,
  'case.replay_ready': { ...CASE, replay_of: nullable(uuid) },
  'case.capture_opened': { ...CASE, link_id: uuid },
  'case.capture_submitted': { ...CASE, link_id: uuid },
  'governance.completed': {
    ...{ run_id: uuid, governance_id: uuid, tenant_id: text, context_id: text },
    trigger: { type: 'string', enum: ['schedule', 'manual'] },
    status: { type: 'string', enum: ['completed', 'failed'] },
    ...{ total_docs: count, passed: count, failed: count, error_count: count },
    summary: { $ref: '#/components/schemas/GovernanceSummaryView' },
    error: nullable({ ...text, description: 'Why it failed; `cancelled` where somebody ended it.' }),
    started_at: { type: 'string', format: 'date-time' },
  },
  'governance.drift': {
    ...{ run_id: uuid, governance_id: uuid, tenant_id: text, context_id: text },
    since: nullable({ type: 'string', format: 'date-time', description: 'When the newest days begin.' }),
    alarms: list({ $ref: '#/components/schemas/DriftAlarmView' }),
  },
  'search.found': {
    ...{ view_id: uuid, tenant_id: text, count },
    kind: { type: 'string', enum: ['documents', 'cases', 'events'] },
    ids: list({ ...text, description: 'Of the first hundred.' }),
  },
  'face.watchlist_hit': {
    ...{ ...CASE, hit_id: nullable(uuid), database: nullable({ ...text, description: 'The watchlist.' }) },
    face_id: nullable({ ...text, description: 'Of the face on the list; null once it was deleted.' }),
    picture: nullable({ type: 'string', enum: ['portrait', 'selfie'] }),
    doc_id: nullable(uuid),
    similarity: nullable({ type: 'number', description: 'How alike they are, 0 to 1.' }),
    threshold: nullable({ type: 'number', description: 'From which similarity on a face is a hit.' }),
    far: nullable({ type: 'number', description: 'How often two different people reach the threshold.' }),
    networks: nullable(text),
  },
  ping: { endpoint_id: uuid, tenant_id: text },
};

/** What each type means. */
const MEANS: { readonly [type in SentEventType]: string } = {
  'case.completed': 'A case was completed, and needs nobody any more',
  'case.review': 'A case was completed, and somebody has to decide it',
  'case.decided': 'Somebody decided a case',
  'case.documents_requested': 'The customer is to hand in documents',
  'case.expired': 'Nobody went on with a case',
  'case.erased': 'A case was erased',
  'case.capture_opened': 'The customer opened their link',
  'case.capture_submitted': 'The customer sent what they had handed in',
  'case.replay_ready': 'A replay is set beside the case that it does again',
  'governance.completed': 'A governance run ended',
  'governance.drift': 'A governance run found what its set demands of drift not to be so',
  'search.found': 'A saved search found what it had not found before',
  'face.watchlist_hit': 'A face that joined a watchlist is like one of a case that was judged before',
  ping: 'Somebody tests the endpoint',
};

const toldOf = (type: SentEventType): OperationObject =>
  posted(
    `receive_${type.replace('.', '_')}`,
    MEANS[type],
    object({
      type: { type: 'string', enum: [type] },
      timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
      data: object(DATA[type]),
    }),
  );

const header = (name: string, description: string): Parameter => ({
  ...{ name, in: 'header', required: true, description, schema: { type: 'string' } },
});

const SIGNED: Parameter[] = [
  header('webhook-id', 'The same in every attempt: tells repeats.'),
  header('webhook-timestamp', 'When this attempt was made, in seconds since 1970.'),
  header('webhook-signature', 'One `v1,` signature for each secret that signs, by Standard Webhooks.'),
];

const posted = (operationId: string, summary: string, schema: Schema): OperationObject => ({
  ...{ operationId, summary, parameters: SIGNED, security: [] },
  requestBody: { required: true, content: { 'application/json': { schema } } },
  responses: { '2XX': { description: 'Taken. Any other answer is tried again later.' } },
});
