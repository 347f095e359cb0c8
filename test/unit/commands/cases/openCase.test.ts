import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgentCommands, type AgentCommands } from '../../../../src/commands/agents/agentCommands.js';
import { createAgentDirectory } from '../../../../src/commands/agents/agentDirectory.js';
import { createCaseHandler } from '../../../../src/commands/cases/caseHandler.js';
import { caseReference, caseReferenceStream } from '../../../../src/domain/cases/caseReference.js';
import { createCaseOpener, type CaseOpener } from '../../../../src/commands/cases/openCase.js';
import { createDocumentTypeCatalog } from '../../../../src/commands/documentTypes/documentTypeCatalog.js';
import {
  createDocumentTypeCommands,
  type DocumentTypeCommands,
} from '../../../../src/commands/documentTypes/documentTypeCommands.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone } from '../../../support/executions.js';

let core: Core;
let agents: AgentCommands;
let types: DocumentTypeCommands;
let cases: CaseOpener;

const passport = { tenant_id: 'acme', context_id: 'passport' };

// No projector runs: what opening asks is all that is asked.
beforeAll(async () => {
  core = await openCore();
  const documentTypes = createDocumentTypeCatalog(core, { list: () => Promise.resolve([]) });
  const deps = {
    ...core,
    engine: {},
    documentTypes,
    agents: createAgentDirectory(core),
    cases: createCaseHandler(core.handler),
  };
  cases = createCaseOpener(deps);
  agents = createAgentCommands({ ...core, documentTypes });
  types = createDocumentTypeCommands(core);
  await types.define(anyone, { ...passport, display_name: 'Passport', output_schema: { surname: 'string' } });
});

afterAll(() => core.close());

/** An agent that asks for a passport, for a goal of its own. */
const agentFor = async (goal: string): Promise<string> => {
  const definition = { doc_type_map: { passport: 'passport' } };
  const created = await agents.create(anyone, { tenant_id: 'acme', goal, name: goal, deployed: true, definition });
  return created.value.id;
};

const open = async (goal: string, client_reference_id: string | null = randomUUID()) =>
  (await cases.open(anyone, { tenant_id: 'acme', goal, client_reference_id })).value;

/** Statements that something sends to the database. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const note = ({ sql }: { sql: string }): void => void statements.push(sql);
  core.database.knex.on('query', note);
  await work();
  core.database.knex.off('query', note);
  return statements.filter((sql) => !sql.includes('pg_notify')); // behind the answer, and once for many
}

describe('opening a case', () => {
  it('takes no more than four statements where nothing of its agent has changed', async () => {
    await agentFor('counted');
    for (let n = 0; n < 3; n++) await open('counted');
    const statements = await statementsOf(() => open('counted'));
    const [looked, reserved, key, opened, ...more] = statements;
    expect(looked).toContain('last_revisions');
    expect(reserved).toContain('append_events');
    expect(key).toContain('subject_keys');
    expect(opened).toContain('append_events');
    expect(more).toEqual([]);
  });

  it('goes by the agent as its last event left it, however often it was opened for before', async () => {
    const id = await agentFor('changing');
    for (let n = 0; n < 3; n++) await open('changing');
    await agents.deploy(anyone, id, false);
    await expect(open('changing')).rejects.toThrow('The agent changing is not deployed');
    await agents.deploy(anyone, id, true);
    expect((await open('changing')).case.agent).toMatchObject({ id, revision: '2' });
    await agents.remove(anyone, id);
    await expect(open('changing')).rejects.toThrow('There is no agent for the goal changing');
    const other = await agentFor('changing');
    for (let n = 0; n < 3; n++) expect((await open('changing')).case.agent).toMatchObject({ id: other });
  });

  it('goes by the types that its agent asks for as their last events left them', async () => {
    await agentFor('typed');
    for (let n = 0; n < 3; n++) await open('typed');
    await types.remove(anyone, passport);
    await expect(open('typed')).rejects.toThrow('which does not exist any more');
    await types.define(anyone, { ...passport, tenant_id: '', display_name: 'Any', output_schema: { name: 'string' } });
    for (let n = 0; n < 3; n++) expect((await open('typed')).created).toBe(true);
    await types.remove(anyone, { ...passport, tenant_id: '' });
    await expect(open('typed')).rejects.toThrow('which does not exist any more');
    await types.define(anyone, { ...passport, display_name: 'Passport', output_schema: { surname: 'string' } });
  });

  it('with a reference that has a case is that case, also where there is no agent for the goal', async () => {
    await agentFor('known');
    const opened = await open('known', 'a customer');
    expect(opened.created).toBe(true);
    for (const goal of ['known', 'nobody']) {
      const again = await open(goal, 'a customer');
      expect(again).toMatchObject({ created: false, case: { session_id: opened.case.session_id } });
    }
    await expect(open('nobody', 'another customer')).rejects.toThrow('There is no agent for the goal nobody');
  });

  it('with a reference that a trial took, when trials had the references of all others, is another case', async () => {
    await agentFor('tried');
    const [reference, session_id] = [randomUUID(), randomUUID()];
    const hash = (await core.keyedHash('case reference', reference)).toString('hex');
    const at = core.clock().toISOString();
    await core.handler.handle({
      ...{ stream: caseReferenceStream('acme', hash), decider: caseReference, context: anyone },
      command: { type: 'reserve', tenant_id: 'acme', session_id, instead_of: null, at },
    });
    const trial = { ...anyone, mode: 'test' } as const;
    await cases.open(trial, { tenant_id: 'acme', goal: 'tried', session_id });
    const opened = await open('tried', reference);
    expect(opened).toMatchObject({ created: true, case: { mode: 'live' } });
    expect(await open('tried', reference)).toMatchObject({
      ...{ created: false, case: { session_id: opened.case.session_id } },
    });
  });
});
