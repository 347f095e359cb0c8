import type { FaceDatabase, RegisteredFace } from '../../domain/faces/index.js';
import { calibrated, type FaceEngine, falseMatchRate } from '../../engines/faces/faceEngine.js';
import type { CommandContext } from '../core/context.js';
import type { FaceGallery, NearFace, Nearest } from './faceGallery.js';
import { spaceOfFaces, vectorSpaceOf } from './faceSpaces.js';
import { embeddingOf, type FacePicture, lookAtFace, noteOnFaces } from './lookAtFace.js';

/** Whom to look for, and where. */
export interface SearchInput {
  probe: FacePicture;
  /** Registers, each with whose it is: `''` for a watchlist. */
  databases: readonly { database: FaceDatabase; tenant_id: string }[];
  /** Most people of each register: of one with several photos the most alike is told. A face of nobody in particular counts as one of its own. */
  top_k: number;
  /** From which similarity on a face is told, 0 to 1. */
  threshold: number;
}

/** A face of a register that is like the one that was looked for. */
export interface FoundFace {
  face: RegisteredFace;
  /** 0 to 1. */
  similarity: number;
}

/** What was found of one face in registers. */
export interface FaceSearch {
  /** The most alike first. */
  found: FoundFace[];
  /** With how many faces it was compared. */
  compared: number;
  /** How many strangers among them reach the threshold, as measured once; null where that was not measured for so low a threshold. */
  expected_false_matches: number | null;
  /** Sentences on which face is meant, and on what could not be compared. */
  notes: string[];
}

/** From which similarity on a face is told, where nobody says: as of `POST /api/v1/face/search`. */
export const SEARCH_THRESHOLD = 0.7;

/** Registers of faces, to be looked through. */
export interface FaceRegisters {
  gallery: FaceGallery;
  /** The faces whose numbers are kept under some ids. */
  byVectors(vector_ids: readonly string[]): Promise<RegisteredFace[]>;
}

/** What a search stands on. */
export interface SearchDeps extends FaceRegisters {
  engine: FaceEngine;
}

/** The numbers of a face to look for, in place of a picture. */
export interface NumbersSearchInput extends Omit<SearchInput, 'probe'> {
  embedding: Float32Array;
}

/** What was found of the numbers of a face. */
export interface NumbersSearch extends Omit<FaceSearch, 'notes'> {
  /** Registers with faces that were not compared as their numbers are damaged, and how many. */
  damaged: { database: FaceDatabase; count: number }[];
}

/**
 * Looks for the largest face of a picture in registers, each face of which it is compared with. Nothing of the picture is kept.
 * @throws DomainError `invalid` for what is no picture or shows no face
 * @throws EngineUnavailable
 */
export async function searchFaces(
  { engine, gallery, byVectors }: SearchDeps,
  { tenant_id, mode }: Pick<CommandContext, 'tenant_id' | 'mode'>,
  { probe, databases, top_k, threshold }: SearchInput,
): Promise<FaceSearch> {
  const seen = await lookAtFace(engine, probe, { tenant_id, wanted: ['embedding'] });
  const asked = { embedding: embeddingOf(seen), databases, top_k, threshold };
  const { damaged, ...search } = await searchNumbers({ engine, gallery, byVectors }, { tenant_id, mode }, asked);
  const notes = damaged.map(({ database, count }) => noteOnDamaged(database, count));
  return { ...search, notes: [...noteOnFaces(probe, seen), ...notes] };
}

/** Looks for a face by its numbers, as `searchFaces` does by a picture. @throws EngineUnavailable where too many searches of the tenant wait */
export async function searchNumbers(
  { engine, gallery, byVectors }: FaceRegisters & { engine: Pick<FaceEngine, 'faceModels'> },
  { tenant_id, mode }: Pick<CommandContext, 'tenant_id' | 'mode'>,
  { embedding, databases, top_k, threshold }: NumbersSearchInput,
): Promise<NumbersSearch> {
  const { calibration, vectors } = engine.faceModels;
  // A similarity of 0 is what every low cosine becomes: it leaves out nobody.
  const least = threshold > 0 ? (threshold - calibration.offset) / calibration.scale : -Infinity;
  const found: FoundFace[] = [];
  const damaged: NumbersSearch['damaged'] = [];
  let compared = 0;
  for (const one of databases) {
    const space = vectorSpaceOf(
      spaceOfFaces({ tenant_id: one.tenant_id, ...(mode && { mode }) }, one.database),
      vectors,
    );
    const nearest = (most: number) => gallery.nearest(space, embedding, { least, most, tenant_id });
    const { looked, people } = await withFaces(byVectors, nearest, top_k);
    for (const { face, cosine } of people) {
      found.push({ face, similarity: calibrated(cosine, calibration) });
    }
    compared += looked.compared;
    if (looked.damaged > 0) damaged.push({ database: one.database, count: looked.damaged });
  }
  const rate = falseMatchRate(threshold, calibration);
  return {
    found: found.sort((a, b) => b.similarity - a.similarity),
    compared,
    expected_false_matches: rate === null ? null : rate * compared,
    damaged,
  };
}

const noteOnDamaged = (database: string, count: number): string =>
  `The numbers of ${count} ${count === 1 ? 'face' : 'faces'} in \`${database}\` are damaged, and were not compared`;

/** By how many times more are asked for where the nearest are photos of fewer people than are wanted. */
const MORE = 8;

/**
 * The nearest that have a face, one of each person: what is in no register yet, or not any more, or never came to be in one, has no row, and must not keep out
 * those behind it.
 */
async function withFaces(
  byVectors: SearchDeps['byVectors'],
  nearest: (most: number) => Promise<Nearest>,
  most: number,
): Promise<{ looked: Nearest; people: { face: RegisteredFace; cosine: number }[] }> {
  for (let asked = 2 * most; ; asked *= MORE) {
    const looked = await nearest(asked);
    const people = await ofPeople(byVectors, looked.near, most);
    if (people.length === most || looked.isAll) return { looked, people };
  }
}

/** Vectors of which the faces are asked at once. */
const FACES_AT_ONCE = 1_000;

/** The faces of vectors, the most alike of each person. */
async function ofPeople(
  byVectors: SearchDeps['byVectors'],
  near: readonly NearFace[],
  most: number,
): Promise<{ face: RegisteredFace; cosine: number }[]> {
  const found: { face: RegisteredFace; cosine: number }[] = [];
  const people = new Set<string>();
  for (let from = 0; from < near.length && found.length < most; from += FACES_AT_ONCE) {
    const some = near.slice(from, from + FACES_AT_ONCE);
    const faces = await byVectors(some.map(({ vector_id }) => vector_id));
    const byVector = new Map(faces.map((face) => [face.vector_id, face]));
    for (const { vector_id, cosine } of some) {
      const face = byVector.get(vector_id);
      if (!face || (face.person_id !== null && people.has(face.person_id))) continue;
      if (face.person_id !== null) people.add(face.person_id);
      found.push({ face, cosine });
    }
  }
  return found.slice(0, most);
}
