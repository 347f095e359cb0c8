import { v7 as newId } from 'uuid';
import { DomainError, noneWithThisId } from '../../domain/core/decider.js';
import type { FaceDatabase, RegisteredFace } from '../../domain/faces/index.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';
import type { BulkJob, BulkJobs, BulkKind } from '../../platform/bulkWork/bulkWork.js';
import type { SubjectKeys } from '../../platform/sealing/subjectKeys.js';
import type { CommandContext } from '../core/context.js';
import type { FoundFace } from '../faces/searchFaces.js';
import type { EraseDelivery } from '../webhooks/eraseDelivery.js';
import type { WebhookCommands } from '../webhooks/webhookCommands.js';
import {
  askedSubject,
  type FaceBulkAsked,
  openAsked,
  pictureKey,
  picturesSubject,
  sealAsked,
} from './faceBulkAsked.js';
import { contextOf, FACE_BULK, faceBulkKind, type FaceBulkKindDeps, type FaceBulkParameters } from './faceBulkKind.js';
import type { FaceBulkRow, FaceBulkRows } from './faceBulkRows.js';

/** What was found of one probe. */
export interface FoundOfProbe {
  /** What the caller calls it. */
  id: string;
  /** The most alike first. */
  results: FoundFace[];
  /** Why it could not be looked for. */
  error: string | null;
}

/** A search for many faces, and how far it is. */
export interface FaceBulk {
  job_id: string;
  tenant_id: string;
  status: 'queued' | 'running' | 'completed' | 'failed';
  probe_count: number;
  /** Probes that were looked for, those that could not be with them. */
  processed: number;
  /** Of the probes that are done, in their order. */
  results: FoundOfProbe[];
  error: string | null;
}

/** What is to be looked for. */
export interface FaceBulkInput extends Omit<FaceBulkAsked, 'probe_ids'> {
  probes: readonly { id: string; bytes: Uint8Array }[];
  databases: FaceDatabase[];
}

/** What can be asked of searches for many faces. */
export interface FaceBulkCommands {
  /**
   * Begins a search. Its pictures are kept encrypted until it has ended. With an id that there is already nothing is begun anew.
   * @throws DomainError `conflict` where too many of the tenant run
   */
  start(context: CommandContext, input: FaceBulkInput, id?: string): Promise<FaceBulk>;
  find(id: string): Promise<FaceBulk | undefined>;
  /** Ends it. @throws DomainError `not_found`, `conflict` once it has ended */
  cancel(id: string): Promise<FaceBulk>;
  /** Forgets searches that began four weeks ago, and those that were never begun. One that is broken keeps none of the others. */
  forgetOld(context: CommandContext, stopping: AbortSignal): Promise<void>;
  /** How workers do it. */
  work: BulkKind<FaceBulkParameters>;
}

/** What the commands stand on. */
export interface FaceBulkCommandsDeps extends Omit<FaceBulkKindDeps, 'ended'> {
  rows: FaceBulkRows;
  jobs: BulkJobs;
  blobs: BlobStore;
  subjectKeys: Pick<SubjectKeys, 'obtain' | 'erase'>;
  /** The faces whose numbers are kept under some ids. */
  byVectors(vector_ids: readonly string[]): Promise<RegisteredFace[]>;
  webhooks: Pick<WebhookCommands, 'queueBody'>;
  eraseDelivery: EraseDelivery;
  /** What a receiver is sent: the body of the read. */
  bodyOf(search: FaceBulk): object;
}

declare module '../core/commands.js' {
  interface Commands {
    faceBulk: FaceBulkCommands;
  }
}

/** Most searches of one tenant that run at a time: each may hold a thousand pictures. */
const MOST_RUNNING = 3;
/** Probes that failed with their chunk are told of by the work over many. */
const MOST_PROBES = 1_000;
/** Faces that are asked for at a time. */
const FACES_AT_ONCE = 1_000;

/** Creates the commands of searches for many faces. */
export function createFaceBulkCommands(deps: FaceBulkCommandsDeps): FaceBulkCommands {
  const { rows, jobs, blobs, subjectKeys } = deps;

  const find = async (id: string): Promise<FaceBulk | undefined> => {
    const row = await rows.find(id);
    return row && searchOf(deps, row, await jobs.find(id));
  };
  const existing = async (id: string): Promise<FaceBulk> => {
    const search = await find(id);
    if (!search) throw noneWithThisId('bulk search');
    return search;
  };
  const ended = async (id: string, job: BulkJob): Promise<void> => {
    const row = await rows.find(id);
    if (!row) return;
    const { webhook_url: url } = await openAsked(subjectKeys, row);
    if (url !== null) {
      const body = Buffer.from(JSON.stringify(deps.bodyOf(await searchOf(deps, row, job))));
      await deps.webhooks.queueBody(contextOf(row), { id, url, body });
    }
    await dropPictures(deps, row);
  };

  return {
    find,
    work: faceBulkKind({ ...deps, ended }),

    async start(context, { probes, ...input }, id = newId()) {
      const { tenant_id, mode = 'live' } = context;
      const asked = { ...input, probe_ids: probes.map((probe) => probe.id) };
      const row = { id, tenant_id, mode, probe_count: probes.length, sealed: await sealAsked(subjectKeys, id, asked) };
      await rows.add(row, MOST_RUNNING);
      // Its pictures are there before its work is: whoever begins again after a crash stores them again.
      if (!(await jobs.find(id))) {
        for (const [number, { bytes }] of probes.entries()) {
          await blobs.put(pictureKey(id, number), bytes, { subject: picturesSubject(id) });
        }
        await jobs.start({ name: FACE_BULK }, { job_id: id } satisfies FaceBulkParameters, id);
      }
      return existing(id);
    },

    async cancel(id) {
      if (!(await rows.find(id))) throw noneWithThisId('bulk search');
      if (!(await jobs.cancel(id))) {
        throw new DomainError('conflict', 'The bulk search has ended, so it cannot be cancelled');
      }
      return existing(id);
    },

    forgetOld: (context, stopping) => forgetOld(deps, context, stopping),
  };
}

/** Searches that are forgotten with one look; more are for the next. */
const FORGOTTEN_AT_ONCE = 500;

/** One that is broken keeps none of the others. */
async function forgetOld(deps: FaceBulkCommandsDeps, context: CommandContext, stopping: AbortSignal): Promise<void> {
  const { rows, subjectKeys } = deps;
  const failures: unknown[] = [];
  for (const row of await rows.old(FORGOTTEN_AT_ONCE)) {
    if (stopping.aborted) break;
    const forget = async (): Promise<void> => {
      await deps.eraseDelivery({ ...context, tenant_id: row.tenant_id }, row.id);
      await dropPictures(deps, row);
      await subjectKeys.erase(askedSubject(row.id));
      await rows.forget(row.id);
    };
    await forget().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** From here on the pictures of a search cannot be read any more, in no copy. */
async function dropPictures(
  { blobs, subjectKeys }: Pick<FaceBulkCommandsDeps, 'blobs' | 'subjectKeys'>,
  { id, probe_count }: Pick<FaceBulkRow, 'id' | 'probe_count'>,
): Promise<void> {
  await subjectKeys.erase(picturesSubject(id));
  for (let number = 0; number < probe_count; number++) await blobs.delete(pictureKey(id, number));
}

/** A search whose work was never begun is one that nobody goes on with. */
async function searchOf(
  { rows, jobs, subjectKeys, byVectors }: FaceBulkCommandsDeps,
  row: FaceBulkRow,
  job: BulkJob | undefined,
): Promise<FaceBulk> {
  const { id: job_id, tenant_id, probe_count } = row;
  const { probe_ids } = await openAsked(subjectKeys, row);
  const kept = await rows.results(job_id);
  const failed = job && job.items_failed > 0 ? await jobs.failures(job_id, MOST_PROBES) : [];
  const known = new Set(kept.map(({ number }) => number));
  const lost = failed.map(({ item }) => Number(item)).filter((number) => !known.has(number));
  const all = [...kept, ...lost.map((number) => ({ number, found: [], error: COULD_NOT }))];
  const faces = await facesOf(byVectors, all.flatMap(({ found }) => found.map(({ vector_id }) => vector_id))); // prettier-ignore
  const state = job?.state ?? 'failed';
  return {
    ...{ job_id, tenant_id, probe_count, processed: all.length },
    status: state === 'running' && all.length === 0 ? 'queued' : state,
    results: all
      .sort((one, other) => one.number - other.number)
      .map(({ number, found, error }) => ({
        id: probe_ids[number] ?? '',
        results: found.flatMap(({ vector_id, similarity }) => {
          const face = faces.get(vector_id);
          return face ? [{ face, similarity }] : [];
        }),
        error,
      })),
    error: job ? job.reason : 'It was never begun; ask for it again',
  };
}

const COULD_NOT = 'It could not be looked for; try it again by itself';

async function facesOf(
  byVectors: FaceBulkCommandsDeps['byVectors'],
  vector_ids: readonly string[],
): Promise<Map<string, RegisteredFace>> {
  const all = [...new Set(vector_ids)];
  const faces = new Map<string, RegisteredFace>();
  for (let from = 0; from < all.length; from += FACES_AT_ONCE) {
    for (const face of await byVectors(all.slice(from, from + FACES_AT_ONCE))) faces.set(face.vector_id, face);
  }
  return faces;
}
