import { DomainError } from '../../domain/core/decider.js';
import { withOwners } from '../../domain/faces/index.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';
import type { BulkJob, BulkKind } from '../../platform/bulkWork/bulkWork.js';
import type { SubjectKeys } from '../../platform/sealing/subjectKeys.js';
import type { CommandContext } from '../core/context.js';
import type { FaceRegistryCommands } from '../faces/faceRegistryCommands.js';
import { type FaceBulkAsked, openAsked, pictureKey } from './faceBulkAsked.js';
import type { FaceBulkRow, FaceBulkRows, ProbeResult } from './faceBulkRows.js';

/** What is kept of a search with its job. */
export interface FaceBulkParameters {
  job_id: string;
}

/** The name of the work. */
export const FACE_BULK = 'face-bulk-search';

/** What searching for many stands on. */
export interface FaceBulkKindDeps {
  rows: FaceBulkRows;
  registry: Pick<FaceRegistryCommands, 'search'>;
  blobs: Pick<BlobStore, 'read'>;
  subjectKeys: Pick<SubjectKeys, 'obtain'>;
  ended(id: string, job: BulkJob): Promise<void>;
}

/** A chunk takes seconds, and is one of many things that the engine does at a time: single requests are not kept waiting. */
const CHUNK = 4;

/** Searches for many faces as work over many: each probe is looked for as one search would. */
export function faceBulkKind(deps: FaceBulkKindDeps): BulkKind<FaceBulkParameters> {
  const { rows, subjectKeys } = deps;
  return {
    name: FACE_BULK,
    chunkItems: CHUNK,

    async next({ job_id }, after, limit) {
      const row = await rows.find(job_id);
      if (!row) return [];
      const from = after === null ? 0 : Number(after) + 1;
      return Array.from(
        { length: Math.max(0, Math.min(limit, row.probe_count - from)) },
        (_, index) => `${from + index}`,
      );
    },

    async work({ job_id }, items, signal) {
      const row = await rows.find(job_id);
      if (!row) return [];
      const asked = await openAsked(subjectKeys, row);
      const numbers = items.map(Number);
      const done = await rows.done(job_id, numbers);
      for (const number of numbers) {
        if (signal.aborted) break;
        if (done.has(number)) continue;
        await rows.keep(job_id, await searchOne(deps, row, asked, number));
      }
      // What is wrong with a probe is its result.
      return [];
    },

    ended: ({ job_id }, job) => deps.ended(job_id, job),
  };
}

async function searchOne(
  { registry, blobs }: FaceBulkKindDeps,
  row: FaceBulkRow,
  { databases, top_k, threshold }: FaceBulkAsked,
  number: number,
): Promise<ProbeResult> {
  const bytes = await blobs.read(pictureKey(row.id, number));
  try {
    const { found } = await registry.search(contextOf(row), {
      ...{ probe: { bytes, field: 'probe' }, top_k, threshold },
      databases: withOwners(databases, row.tenant_id),
    });
    const hits = found.map(({ face: { vector_id }, similarity }) => ({ vector_id, similarity }));
    return { number, found: hits, error: null };
  } catch (error) {
    // What is wrong with one picture is its own result; whatever else it is, the chunk is tried again.
    if (!(error instanceof DomainError) || error.reason !== 'invalid') throw error;
    return { number, found: [], error: error.message };
  }
}

/** As whom workers go on with a search. */
export const contextOf = ({ id, tenant_id, mode }: FaceBulkRow): CommandContext => ({
  ...{ tenant_id, actor: 'worker:faces', correlation_id: id, causation_id: id },
  ...(mode === 'test' && { mode }),
});
