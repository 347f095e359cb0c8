import { v7 as newId } from 'uuid';
import type { BulkJobs, BulkKind } from '../../platform/bulkWork/bulkWork.js';
import type { FaceQueries } from '../../projections/faces/registeredFacesProjection.js';
import { type EmbedAnewDeps, embedAnewKind, type EmbedAnewParameters } from './embedAnew.js';
import type { FaceSets } from './faceSets.js';
import { spaceOfFaces, vectorSpaceOf } from './faceSpaces.js';

/** What changing networks stands on. */
export interface FaceReembeddingDeps extends EmbedAnewDeps {
  sets: FaceSets;
  jobs: BulkJobs;
  /** `FaceQueries.toEmbed` */
  toEmbed: FaceQueries['toEmbed'];
  /** How long earlier numbers are kept once a register has gone over to others: processes that have the earlier networks alone go on with them. */
  overlapSeconds: number;
}

/** Takes registers from the networks they were made with to those of this process. */
export interface FaceReembedding {
  /** What the networks of this process make. */
  readonly vectors: string;
  /** Says that the networks of this process are meant from now on, and goes on with what that takes. */
  begin(): Promise<void>;
  /** Goes on where these networks are meant still: registers that are ready go over to them, and the work over many begins where faces wait. */
  goOn(): Promise<void>;
  work: BulkKind<EmbedAnewParameters>;
}

/** Creates what changes networks. */
export function createFaceReembedding(deps: FaceReembeddingDeps): FaceReembedding {
  const { sets, jobs, engine } = deps;
  const { vectors } = engine.faceModels;
  const work = embedAnewKind(deps, async ({ reason }) => {
    if (reason === 'cancelled' && (await sets.chosen())?.vectors === vectors) await sets.setCancelled(true);
    await settle(deps);
  });

  const goOn = async (): Promise<void> => {
    const chosen = await sets.chosen();
    if (chosen?.vectors !== vectors) return;
    const isLeft = await settle(deps);
    if (!isLeft || chosen.cancelled) return;
    const isRunning = chosen.job_id !== null && (await jobs.find(chosen.job_id))?.state === 'running';
    const id = newId();
    if (isRunning || !(await sets.begin(vectors, { id, after: chosen.job_id }))) return;
    await jobs.start(work, { again: false }, id);
  };

  return {
    vectors,
    async begin() {
      const before = await sets.chosen();
      await sets.choose(vectors);
      if (before && before.vectors !== vectors && before.job_id !== null) await jobs.cancel(before.job_id);
      await goOn();
    },
    goOn,
    work,
  };
}

/**
 * Lets the registers of which no face waits go over to these networks, each in one step, and forgets what earlier ones made of their faces once
 * that is over. Whether faces wait in any.
 */
async function settle({ sets, toEmbed, engine, overlapSeconds }: FaceReembeddingDeps): Promise<boolean> {
  const { vectors } = engine.faceModels;
  if ((await sets.chosen())?.vectors !== vectors) return false;
  const registers = await toEmbed(vectors);
  for (const { waiting, kept_out, ...register } of registers) {
    const space = spaceOfFaces(register, register.database);
    if (waiting === 0 && (await sets.servedIn(space)) !== vectors) await sets.serve(space, vectors);
    const there = { vectors, vectorSpace: vectorSpaceOf(space, vectors), seconds: overlapSeconds };
    await sets.forgetEarlier(space, there);
  }
  return registers.some(({ waiting }) => waiting > 0);
}
