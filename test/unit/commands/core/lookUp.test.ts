import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgentCommands } from '../../../../src/commands/agents/agentCommands.js';
import { createAgentDirectory } from '../../../../src/commands/agents/agentDirectory.js';
import type { LookUpDeps } from '../../../../src/commands/core/lookUp.js';
import { createDocumentTypeCatalog } from '../../../../src/commands/documentTypes/documentTypeCatalog.js';
import { createDocumentTypeCommands } from '../../../../src/commands/documentTypes/documentTypeCommands.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone } from '../../../support/executions.js';

let core: Core;
/** Streams that were folded. */
let folded: string[];
let deps: LookUpDeps;

// No projector runs: read models stay empty.
beforeAll(async () => {
  core = await openCore();
  folded = [];
  const { handler, eventStore } = core;
  deps = {
    eventStore,
    handler: {
      load: (stream, ...rest) => {
        folded.push(stream);
        return handler.load(stream, ...rest);
      },
    },
  };
});

afterAll(() => core.close());

const noList = { list: () => Promise.resolve([]) };
const typed = { context_id: 'lease', display_name: 'Lease', output_schema: { tenant: 'string' } };

describe('what a command looks up', () => {
  it('is an agent as its last event left it, whatever the read models show', async () => {
    const directory = createAgentDirectory(deps);
    const agents = createAgentCommands({ ...core, documentTypes: createDocumentTypeCatalog(deps, noList) });
    expect(await directory.findByGoal('acme', 'leasing')).toBeUndefined();
    const { id } = (await agents.create(anyone, { tenant_id: 'acme', goal: 'leasing', name: 'Leasing' })).value;
    expect(await directory.findByGoal('acme', 'leasing')).toMatchObject({ id, deployed: false, revision: 0 });
    await agents.deploy(anyone, id, true);
    expect(await directory.find(id)).toMatchObject({ id, deployed: true, revision: 1 });
    await agents.remove(anyone, id);
    expect(await directory.find(id)).toBeUndefined();
  });

  it("is the tenant's own document type as its last event left it, else the global one", async () => {
    const catalog = createDocumentTypeCatalog(deps, noList);
    const types = createDocumentTypeCommands(core);
    const lease = { tenant_id: 'acme', context_id: 'lease' };
    expect(await catalog.resolve(lease)).toBeUndefined();
    await types.define(anyone, { ...typed, tenant_id: '' });
    expect(await catalog.resolve(lease)).toMatchObject({ tenant_id: '', display_name: 'Lease', revision: 0 });
    await types.define(anyone, { ...typed, tenant_id: 'acme', display_name: 'Our lease' });
    expect(await catalog.resolve(lease)).toMatchObject({ tenant_id: 'acme', display_name: 'Our lease' });
    await types.remove(anyone, lease);
    expect(await catalog.resolve(lease)).toMatchObject({ tenant_id: '', display_name: 'Lease' });
  });

  it('is folded once for each revision of its stream', async () => {
    const catalog = createDocumentTypeCatalog(deps, noList);
    const lease = { tenant_id: '', context_id: 'lease' };
    folded = [];
    await Promise.all([catalog.resolve(lease), catalog.resolve(lease)]);
    await catalog.resolve(lease);
    expect(folded).toHaveLength(1);
    await createDocumentTypeCommands(core).update(anyone, lease, { display_name: 'Tenancy' });
    expect(await catalog.resolve(lease)).toMatchObject({ display_name: 'Tenancy' });
    expect(folded).toHaveLength(2);
  });
});
