import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { candidatesFor } from '../src/commands/documents/pipelineTypes.js';
import { createDocumentEngine } from '../src/engines/documents/createDocumentEngine.js';
import type { Database } from '../src/platform/database/database.js';
import { createPostgresEventStore } from '../src/platform/eventStore/postgresEventStore.js';
import { createLog } from '../src/platform/log.js';
import { createReadModels } from '../src/projections/core/readModels.js';
import { createDocumentTypeQueries } from '../src/projections/documentTypes/documentTypesProjection.js';

/** Documents per second of one engine process that does nothing else: one document as often, one after the other. */
export async function bareEngine(
  database: Database,
  context_id: string,
  bytes: Uint8Array,
  documents: number,
): Promise<number> {
  const log = createLog('error');
  const dataDir = await mkdtemp(join(tmpdir(), 'attest-bare-engine-'));
  const engine = await createDocumentEngine({ processes: 1, dataDir, log });
  try {
    const codec = { decodeBatch: () => Promise.reject(new Error('The shipped types are projected already')) };
    const eventStore = createPostgresEventStore({ database, log });
    const types = createDocumentTypeQueries(createReadModels({ database, eventStore, codec }));
    const documentType = await types.resolve({ tenant_id: '', context_id });
    if (!documentType) throw new Error(`The type ${context_id} does not ship`);
    const candidates = await candidatesFor(types, { tenant_id: '' }, [documentType]);
    const job = { tenant_id: '', bytes, filename: 'page', documentType, candidates, today: '2026-01-01', extra: {} };
    await engine.process(job);
    const began = performance.now();
    for (let n = 0; n < documents; n++) await engine.process(job);
    return (documents * 1000) / (performance.now() - began);
  } finally {
    await engine.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
