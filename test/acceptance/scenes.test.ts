import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ModelReply, type ModelRequest, type ModelServer, startModelServer } from '../support/modelServer.js';
import { blankPage } from './support/blankPage.js';
import { upload } from './support/cases.js';
import { type Client, must } from './support/client.js';
import { type Service, startService } from './support/service.js';

let model: ModelServer;
let service: Service;
let acme: Client;
let reply: (request: ModelRequest) => ModelReply;

beforeAll(async () => {
  model = await startModelServer((request) => reply(request));
  service = await startService({ MODEL_URL: model.url, MODEL_NAME: 'seeing', MODEL_SEES: 'true', MODEL_TIMEOUT: '5' });
  acme = await service.withKey('acme');
});
beforeEach(() => void model.asked.splice(0));
afterAll(async () => {
  await service.stop();
  await model.stop();
});

const says = (said: object): ModelReply => ({ says: JSON.stringify(said) });

const run = async (body: object = {}) =>
  acme.post('/v1/pipeline/run', {
    ...{ context_id: 'property_photo', ...body },
    input: { data: await blankPage(), mime_type: 'image/png', filename: 'page.png' },
  });

const SHOWN = expect.objectContaining({ where: 'local', sent: ['text', 'pictures'] }) as unknown;

/** What the trail says of models that were asked, by events of a type. */
async function toldOf(action: string): Promise<unknown[]> {
  const { list } = await acme.get(`/v1/audit?action=${action}`);
  const changes = list.flatMap((entry) => Object.entries(entry['changes'] as { [path: string]: { to: unknown } }));
  return changes.filter(([path]) => path.endsWith('model_asked')).map(([, { to }]) => to);
}

/** Pictures that were sent with a question. */
const pictures = ({ body }: ModelRequest): string[] =>
  body.messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.flatMap(({ image_url }) => (image_url ? [image_url.url] : [])),
  );

it('a run of a type of scenes has what a model that sees says of the picture, and says that nothing proves it', async () => {
  reply = () => says({ property_type: 'house', floors_visible: 2 });
  const { status, body } = await run();
  expect(status).toBe(200);
  expect(body['status']).toBe('completed');
  const result = body['result'] as { extracted: object; sources: object; checks: { code: string; status: string }[] };
  expect(result.extracted).toMatchObject({ property_type: 'house', floors_visible: 2, condition: null });
  expect(result.sources).toEqual({ property_type: 'model', floors_visible: 'model' });
  expect(result.checks.find(({ code }) => code === 'seen_by_model')).toMatchObject({ status: 'failed' });
  expect(model.asked.flatMap(pictures)).toMatchObject([expect.stringMatching(/^data:image\/jpeg;base64,/)]);
});

it('a run of a type of scenes is 503 while its model is away, and failed with a sentence where it refuses', async () => {
  reply = () => ({ status: 503 });
  const before = await toldOf('StepFinished');
  expect((await run()).status).toBe(503);
  expect(await toldOf('StepFinished')).toEqual([SHOWN, ...before]);
  reply = () => ({ status: 400, body: { error: { message: 'no' } } });
  const { body } = await run();
  expect(body).toMatchObject({ status: 'failed', error: 'The language model refused the question.' });
});

it('an accepted run of a type of scenes waits while its model is away, and the trail says what that was shown', async () => {
  reply = () => ({ status: 503 });
  expect((await run({ sync: false })).status).toBe(200);
  await expect.poll(() => toldOf('RunShownToModel'), { timeout: 20_000 }).toEqual([SHOWN]);
});

it('a case whose agent asks for scenes takes a picture for one where the model does, and a person looks at it where the policy says so', async () => {
  const definition = {
    doc_type_map: { property_photo: 'property_photo' },
    policy: { seen_by_model: 'review' as const },
  };
  await must(acme.api.POST('/v1/agents', { body: { goal: 'claims', name: 'Claims', deployed: true, definition } }));
  reply = ({ body }) =>
    says(
      body.response_format?.json_schema?.name === 'document_type'
        ? { document_type: 'property_photo' }
        : { condition: 'poor' },
    );
  const { session_id } = await must(acme.api.POST('/v1/cases', { body: { goal: 'claims' } }));
  await upload(acme, session_id, Buffer.from(await blankPage(), 'base64'));
  const path = { session_id };
  const completed = await must(acme.api.POST('/v1/cases/{session_id}/complete', { params: { path } }));
  const { documents } = await must(acme.api.GET('/v1/cases/{session_id}', { params: { path } }));
  expect(documents[0]).toMatchObject({
    document_type: 'property_photo',
    extracted: { condition: 'poor' },
  });
  expect(completed.status).toBe('review');
});

it('of a scene that its model refuses to understand the audit trail says what was sent all the same', async () => {
  reply = ({ body }) =>
    body.response_format?.json_schema?.name === 'document_type'
      ? says({ document_type: 'property_photo' })
      : { status: 400, body: { error: { message: 'no' } } };
  const { session_id } = await must(acme.api.POST('/v1/cases', { body: { goal: 'claims' } }));
  await upload(acme, session_id, Buffer.from(await blankPage(), 'base64'));
  const trail = await must(acme.api.GET('/v1/audit/{aggregate}', { params: { path: { aggregate: session_id } } }));
  const failed = trail.find(({ action }) => action === 'DocumentFailed');
  const [asked] = Object.entries(failed?.changes ?? {}).filter(([field]) => field.endsWith('.model_asked'));
  expect(asked?.[1]).toMatchObject({ to: { where: 'local', sent: ['text', 'pictures'] } });
});

it('an agent that asks for scenes and allows no cloud works with a local model alone', async () => {
  const away = await startService({ MODEL_URL: 'https://models.example', MODEL_NAME: 'seeing', MODEL_SEES: 'true' });
  try {
    const client = await away.withKey('acme');
    const definition = { doc_type_map: { property_photo: 'property_photo' } };
    for (const allow_cloud of [true, false]) {
      const goal = allow_cloud ? 'cloud' : 'careful';
      const agent = { goal, name: goal, deployed: true, allow_cloud, definition };
      await must(client.api.POST('/v1/agents', { body: agent }));
      const opened = await client.post('/v1/cases', { goal });
      expect(opened.status).toBe(allow_cloud ? 201 : 400);
      if (!allow_cloud)
        expect(opened.detail).toMatch(/property_photo, which is of scenes, which need a model that sees/);
    }
  } finally {
    await away.stop();
  }
});
