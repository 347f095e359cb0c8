import { beforeAll, expect, test } from 'vitest';
import { defineMembership } from './support/cases.js';
import type { Client } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';

let service: SharedService;
let acme: Client;

beforeAll(async () => {
  service = await sharedService();
  acme = await service.withKey(service.tenant('acme'));
  expect((await defineMembership(acme, 'talking', { intelligence_level: 2 })).status).toBe(201);
});

test('greets and judges in the language of the case, and answers a message in its own', async () => {
  const opened = await acme.post('/v1/cases', { goal: 'talking', language: 'de' });
  expect(opened).toMatchObject({ status: 201, body: { language: 'de' } });
  const one = `/v1/cases/${String(opened.body['session_id'])}`;
  const [greeting] = (await acme.get(`${one}/messages`)).list;
  expect(greeting?.['content']).toBe(
    'Guten Tag, hier ist Membership. Bitte senden Sie als Bilder oder PDF-Dateien: Harbour Rowing Club membership card und Harbour Rowing Club letter of welcome.',
  );
  const asked = await acme.post(`${one}/message`, { message: 'Que manque-t-il encore ?' });
  expect(asked.body).toMatchObject({
    reply:
      'Il manque encore : Harbour Rowing Club membership card et Harbour Rowing Club letter of welcome (0 sur 2 sont là).',
  });

  const done = await acme.post(`${one}/complete`, {});
  const result = done.body['result'] as { reasons: { code: string; detail: string }[] };
  expect(result.reasons).toContainEqual(
    expect.objectContaining({
      code: 'no_usable_document',
      detail: 'Kein Dokument konnte als bekannte Dokumentart gelesen werden.',
    }),
  );
  expect((await acme.get(one)).body).toMatchObject({ language: 'de' });
});

test('is English where none is named', async () => {
  const opened = await acme.post('/v1/cases', { goal: 'talking' });
  expect(opened).toMatchObject({ status: 201, body: { language: 'en' } });
});

test('refuses a language that it does not speak', async () => {
  expect((await acme.post('/v1/cases', { goal: 'talking', language: 'nl' })).status).toBe(422);
});
