import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCommandHandler } from '../../../../src/commands/core/commandHandler.js';
import { apiKey, apiKeyStream, type ApiKeyCommand } from '../../../../src/domain/apiKeys/apiKey.js';
import { executionStream } from '../../../../src/domain/executions/index.js';
import { documentType, documentTypeStream, withDefaults } from '../../../../src/domain/documentTypes/documentType.js';
import {
  WrongExpectedRevision,
  type ExpectedRevision,
  type RecordedEvent,
} from '../../../../src/platform/eventStore/eventStore.js';
import { openCore, type Core } from '../../../support/core.js';
import { recordRun } from '../../../support/executions.js';

let core: Core;
beforeAll(async () => void (core = await openCore()));
afterAll(() => core.close());

const context = { tenant_id: 'acme', actor: 'key:k0', correlation_id: 'request-1', causation_id: 'request-1' };
const at = '2026-03-02T09:00:00.000Z';
const issue = (key_id: string): ApiKeyCommand => ({
  ...{ type: 'issue', key_id, tenant_id: 'acme', name: 'Key', scopes: ['read'], held_scopes: ['read'] },
  ...{ prefix: null, hash: { kind: 'sha256', value: 'ab' }, at },
});

async function streamOf(stream: string): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const event of core.eventStore.readStream(stream)) events.push(event);
  return events;
}

it('whose a stream is is told without a key for what is sealed in it', async () => {
  const id = await recordRun(core.handler, 'LINDQVIST');
  const find = vi.spyOn(core.subjectKeys, 'find');
  expect(await core.handler.tenantOf(executionStream(id))).toBe('acme');
  expect(await core.handler.tenantOf(executionStream(randomUUID()))).toBeUndefined();
  expect(find).not.toHaveBeenCalled();
  find.mockRestore();
});

describe('a command', () => {
  it('appends what was decided, with who asked and what it belongs to', async () => {
    const id = randomUUID();
    const handled = await core.handler.handle({
      ...{ stream: apiKeyStream(id), decider: apiKey, command: issue(id), context },
    });
    expect(handled).toMatchObject({ state: { status: 'active' }, revision: 0n, events: [{ type: 'ApiKeyIssued' }] });
    const [event] = await streamOf(apiKeyStream(id));
    expect(event).toMatchObject({ type: 'ApiKeyIssued', position: handled.position });
    expect(event?.metadata).toEqual({
      ...{ ...context, schema_version: 1, mode: 'live' },
      occurred_at: expect.any(String) as string,
    });
  });

  it('of what has changed since it was seen is refused, and of what is not there for that: it has not changed', async () => {
    const id = randomUUID();
    const request = { stream: apiKeyStream(id), decider: apiKey, context };
    const revoke = () => core.handler.handle({ ...request, command: { type: 'revoke', at }, ifRevision: [3n] });
    await expect(revoke()).rejects.toMatchObject({ reason: 'not_found' });
    await core.handler.handle({ ...request, command: issue(id) });
    await expect(revoke()).rejects.toMatchObject({ reason: 'changed' });
    expect(await streamOf(apiKeyStream(id))).toHaveLength(1);
  });

  it('for something that was begun as a test is part of the test, whoever gives it', async () => {
    const id = randomUUID();
    const request = { stream: apiKeyStream(id), decider: apiKey };
    await core.handler.handle({ ...request, command: issue(id), context: { ...context, mode: 'test' } });
    await core.handler.handle({ ...request, command: { type: 'revoke', at }, context });
    expect((await streamOf(apiKeyStream(id))).map(({ metadata }) => metadata.mode)).toEqual(['test', 'test']);
  });

  it('that is refused appends nothing', async () => {
    const id = randomUUID();
    const refused = core.handler.handle({
      ...{ stream: apiKeyStream(id), decider: apiKey, command: { type: 'revoke', at }, context },
    });
    await expect(refused).rejects.toMatchObject({ name: 'DomainError', reason: 'not_found' });
    expect(await streamOf(apiKeyStream(id))).toEqual([]);
  });

  it('that changes nothing appends nothing and has no position', async () => {
    const id = { tenant_id: '', context_id: `t_${randomUUID().replaceAll('-', '')}` };
    const config = withDefaults({ display_name: 'T', output_schema: {} });
    const command = { type: 'seed' as const, id, config, at, version_id: randomUUID() };
    const request = { stream: documentTypeStream(id), decider: documentType, command, context };
    await core.handler.handle(request);
    const again = await core.handler.handle(request);
    expect(again.events).toEqual([]);
    expect(again.position).toBeUndefined();
  });

  it('that is repeated under its id is handled once, and answers with what it did then', async () => {
    const id = randomUUID();
    const request = (command: ApiKeyCommand, command_id: string) => ({
      ...{ stream: apiKeyStream(id), decider: apiKey, command, once: true, context: { ...context, command_id } },
    });
    const issued = await core.handler.handle(request(issue(id), 'first'));
    await core.handler.handle(request({ type: 'revoke', at }, 'second'));
    const again = await core.handler.handle(request(issue(id), 'first'));
    expect(again).toMatchObject(issued);
    expect(await streamOf(apiKeyStream(id))).toHaveLength(2);
    await expect(core.handler.handle(request(issue(id), 'third'))).rejects.toMatchObject({ name: 'DomainError' });
  });

  it('that lands while it is repeated is not refused by its own event', async () => {
    const id = randomUUID();
    const once = { ...context, command_id: 'only' };
    const request = { stream: apiKeyStream(id), decider: apiKey, command: issue(id), once: true, context: once };
    let late = true;
    const handler = createCommandHandler({
      ...{ codec: core.codec, clock: () => new Date(at) },
      eventStore: {
        readStream: (stream, options) => core.eventStore.readStream(stream, options),
        async append(...append) {
          if (late) await core.handler.handle(request).finally(() => (late = false));
          return core.eventStore.append(...append);
        },
      },
    });
    expect(await handler.handle(request)).toMatchObject({ state: { status: 'active' }, revision: 0n });
    expect(await streamOf(apiKeyStream(id))).toHaveLength(1);
  });

  it('is decided again on what others wrote meanwhile', async () => {
    const id = randomUUID();
    const stream = apiKeyStream(id);
    await core.handler.handle({ stream, decider: apiKey, command: issue(id), context });
    const stale = await core.handler.load(stream, apiKey);
    await core.handler.handle({ stream, decider: apiKey, command: { type: 'revoke', at }, context });
    // Decided on what it knew it would revoke; on what there is it must refuse.
    const late = core.handler.handle({
      ...{ stream, decider: apiKey, command: { type: 'revoke', at }, context, known: stale },
    });
    await expect(late).rejects.toMatchObject({ reason: 'not_found' });
    expect(await streamOf(stream)).toHaveLength(2);
  });

  it('lets every one of many writers of one stream have its turn, or says that it is contended', async () => {
    const id = { tenant_id: 'acme', context_id: 'contended' };
    const stream = documentTypeStream(id);
    const config = withDefaults({ display_name: 'T', output_schema: {} });
    await core.handler.handle({ stream, decider: documentType, command: { type: 'define', id, config, at }, context });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        core.handler.handle({
          ...{ stream, decider: documentType, context },
          command: { type: 'update', id, changes: { display_name: `T${index}` }, at, version_id: randomUUID() },
        }),
      ),
    );
    const done = outcomes.filter(({ status }) => status === 'fulfilled').length;
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ reason: 'conflict' });
    }
    expect(done).toBeGreaterThan(0);
    expect(await streamOf(stream)).toHaveLength(1 + 2 * done);
  });

  it('is a conflict when the stream keeps changing: it is tried four times', async () => {
    let appends = 0;
    const eventStore = {
      readStream: (stream: string) => core.eventStore.readStream(stream),
      append: (stream: string, _events: unknown, expected: ExpectedRevision) => {
        appends++;
        return Promise.reject(new WrongExpectedRevision(stream, expected));
      },
    };
    const handler = createCommandHandler({ eventStore, codec: core.codec, clock: core.clock });
    const id = randomUUID();
    const contended = handler.handle({ stream: apiKeyStream(id), decider: apiKey, command: issue(id), context });
    await expect(contended).rejects.toMatchObject({ name: 'DomainError', reason: 'conflict' });
    expect(appends).toBe(4);
  });
});
