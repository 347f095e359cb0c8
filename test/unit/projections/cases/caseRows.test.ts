import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaseEvent } from '../../../../src/domain/cases/caseEvents.js';
import { createCaseQueries } from '../../../../src/projections/cases/caseQueries.js';
import { casesProjection } from '../../../../src/projections/cases/casesProjection.js';
import type { StoredEvent } from '../../../../src/projections/core/projection.js';
import { nine, ofCase, opened, opening, read, received } from '../../../support/caseStory.js';
import { openCore, type Core } from '../../../support/core.js';
import { bytesOf as bytesOfWork, createStory, projectInto } from '../../../support/rowCosts.js';

const MANY = 200;

let core: Core;
beforeAll(async () => void (core = await openCore()));
afterAll(() => core.close());

/** Events of a case as a projection takes them, one after the other. */
function createCaseStory(session_id: string) {
  const story = createStory(`case-${session_id}`);
  return ({ type, data }: CaseEvent) => story({ type, data: { ...data, session_id } });
}

const project = (event: StoredEvent) => projectInto(core.database.knex, casesProjection, event);
const bytesOf = (work: () => Promise<unknown>) => bytesOfWork(core.database.knex, 'case', work);

/** What the events of each of many cost, where each is told by some events. */
async function costs(session_id: string, eventsOf: (index: number) => CaseEvent[]): Promise<number[]> {
  const story = createCaseStory(session_id);
  await project(story(opened));
  const found: number[] = [];
  for (let index = 0; index < MANY; index += 1) {
    const events = eventsOf(index).map(story);
    found.push(
      await bytesOf(async () => {
        for (const event of events) await project(event);
      }),
    );
  }
  return found;
}

const reading = { surname: 'LINDQVIST'.repeat(20), number: 'X1234567' };
const said = (message_index: number): CaseEvent => ({
  type: 'MessageReceived',
  data: {
    ...{ ...ofCase, message_id: `m${message_index}`, message_index, content: 'What else? '.repeat(200) },
    ...{ doc_ids: [], received_at: nine },
  },
});

describe('what an event of a case costs', () => {
  it('is the same for its 200th document as for its second', async () => {
    const bytes = await costs('documents', (index) => [
      received(`d${index}`, index),
      read(`d${index}`, 'passport', reading),
    ]);
    expect(bytes[0]).toBeGreaterThan(1_000);
    expect(Math.max(...bytes.slice(1))).toBeLessThan((bytes[1] ?? 0) * 1.05);
    const one = await createCaseQueries(core.readModels).list({ limit: 200 });
    expect(one.find(({ session_id }) => session_id === 'documents')?.documents).toHaveLength(MANY);
  });

  it('is the same for its 200th message as for its second', async () => {
    const bytes = await costs('messages', (index) => [said(index)]);
    expect(Math.max(...bytes.slice(1))).toBeLessThan((bytes[1] ?? 0) * 1.05);
  });
});

describe('a list of cases', () => {
  it('reads nothing of what was said in them, and of documents nothing that is not shown', async () => {
    const list = () => createCaseQueries(core.readModels).list({ tenant_id: 'list', limit: 50 });
    const story = createCaseStory('listed');
    await project(story({ type: 'CaseOpened', data: { ...opening, tenant_id: 'list', opened_at: nine } }));
    for (const event of [received('d1', 0), read('d1', 'passport', reading)]) await project(story(event));
    await list();
    const before = await bytesOf(list);
    expect(before).toBeGreaterThan(reading.surname.length);
    for (let index = 0; index < 20; index += 1) await project(story(said(index)));
    expect(await bytesOf(list)).toBe(before);
    const [listed] = await list();
    expect(Object.keys(listed?.documents[0] ?? {}).sort()).toEqual([
      'asked_again',
      'corrections',
      'doc_id',
      'document_type',
      'extracted',
      'masked_fields',
      'raw',
      'status',
    ]);
  });
});
