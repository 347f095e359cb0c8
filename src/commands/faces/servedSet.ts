import type { FaceEngine, FaceModelFacts } from '../../engines/faces/faceEngine.js';
import type { SealedVectors } from '../../platform/sealing/sealedVectors.js';
import type { FaceQueries, RegisterOfFaces } from '../../projections/faces/registeredFacesProjection.js';
import type { FaceSets } from './faceSets.js';
import { spaceOfFaces, vectorSpaceOf } from './faceSpaces.js';

/** With which networks the faces of a register are compared now. */
export interface ServedSet {
  /** Those of now, or the earlier ones until all faces have numbers of those of now. */
  models: FaceModelFacts;
  /** Faces that are not compared, since these networks have made no numbers of them yet. */
  waiting: number;
}

/** Tells with which networks registers are compared. */
export type ServedSets = (register: RegisterOfFaces) => Promise<ServedSet>;

/** What telling that stands on. */
export interface ServedSetsDeps {
  engine: Pick<FaceEngine, 'faceModels' | 'earlierFaceModels'>;
  sealedVectors: Pick<SealedVectors, 'count'>;
  sets: Pick<FaceSets, 'servedIn'>;
  /** `FaceQueries.without` */
  without: FaceQueries['without'];
}

/**
 * Asks the database each time: a register goes over to other networks in one step, for all processes. One that has not said yet is as the
 * earlier networks left it where any of their numbers are there. A process that does not have the networks that are served compares with its
 * own, and says how many faces it does not compare.
 */
export const createServedSets =
  ({ engine, sealedVectors, sets, without }: ServedSetsDeps): ServedSets =>
  async (register) => {
    const { faceModels, earlierFaceModels } = engine;
    const space = spaceOfFaces(register, register.database);
    const served = await sets.servedIn(space);
    if (served === faceModels.vectors) return { models: faceModels, waiting: 0 };
    const isEarlier = async ({ vectors }: FaceModelFacts): Promise<boolean> =>
      served === undefined ? (await sealedVectors.count(vectorSpaceOf(space, vectors))) > 0 : served === vectors;
    const models = earlierFaceModels && (await isEarlier(earlierFaceModels)) ? earlierFaceModels : faceModels;
    return { models, waiting: await without(register, models.vectors, faceModels.vectors) };
  };
