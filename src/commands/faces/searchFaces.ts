import type { FaceDatabase, RegisteredFace } from '../../domain/faces/index.js';
import {
  calibrated,
  type FaceEngine,
  type FaceModelFacts,
  type FacePart,
  falseMatchRate,
} from '../../engines/faces/faceEngine.js';
import type { CommandContext } from '../core/context.js';
import type { FaceGallery, NearFace, Nearest } from './faceGallery.js';
import { spaceOfFaces, vectorSpaceOf } from './faceSpaces.js';
import { embeddingOf, type FacePicture, lookAtFace, noteOnFaces } from './lookAtFace.js';
import type { ServedSets } from './servedSet.js';

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
  /** With which networks the faces of a register are compared now. */
  setOf: ServedSets;
}

/** What a search stands on. */
export interface SearchDeps extends FaceRegisters {
  engine: FaceEngine;
}

/** The numbers of a face to look for, in place of a picture. */
export interface NumbersSearchInput extends Omit<SearchInput, 'probe'> {
  embedding: Float32Array;
  /** The same face by the earlier networks, for registers that are compared with them still; needed where there are such networks. */
  earlier?: Float32Array | undefined;
}

/** What was found of the numbers of a face. */
export interface NumbersSearch extends Omit<FaceSearch, 'notes'> {
  /** Registers with faces that were not compared as their numbers are damaged, and how many. */
  damaged: CountedFaces[];
  /** Registers with faces that were not compared as the networks that are compared with have made no numbers of them yet, and how many. */
  waiting: CountedFaces[];
  /** The networks that were compared with, by register. */
  models: FaceModelFacts[];
}

/** So many faces of a register. */
interface CountedFaces {
  database: FaceDatabase;
  count: number;
}

/**
 * Looks for the largest face of a picture in registers, each face of which it is compared with. Nothing of the picture is kept.
 * @throws DomainError `invalid` for what is no picture or shows no face
 * @throws EngineUnavailable
 */
export async function searchFaces(
  { engine, ...registers }: SearchDeps,
  { tenant_id, mode }: Pick<CommandContext, 'tenant_id' | 'mode'>,
  { probe, databases, top_k, threshold }: SearchInput,
): Promise<FaceSearch> {
  const seen = await lookAtFace(engine, probe, { tenant_id, wanted: numbersOfProbe(engine) });
  const asked = { embedding: embeddingOf(seen), earlier: seen.face.earlier_embedding, databases, top_k, threshold };
  const looked = await searchNumbers({ engine, ...registers }, { tenant_id, mode }, asked);
  const { damaged, waiting, found, compared, expected_false_matches } = looked;
  return {
    ...{ found, compared, expected_false_matches },
    notes: [...noteOnFaces(probe, seen), ...damaged.map(noteOnDamaged), ...waiting.map(noteOnWaiting)],
  };
}

/** What is wanted of a face that is looked for: registers may be compared with earlier networks still. */
export const numbersOfProbe = ({ earlierFaceModels }: Pick<FaceEngine, 'earlierFaceModels'>): FacePart[] =>
  earlierFaceModels ? ['embedding', 'earlier_embedding'] : ['embedding'];

/** Looks for a face by its numbers, as `searchFaces` does by a picture. @throws EngineUnavailable where too many searches of the tenant wait */
export async function searchNumbers(
  { engine, gallery, byVectors, setOf }: FaceRegisters & { engine: Pick<FaceEngine, 'faceModels'> },
  { tenant_id, mode }: Pick<CommandContext, 'tenant_id' | 'mode'>,
  { embedding, earlier, databases, top_k, threshold }: NumbersSearchInput,
): Promise<NumbersSearch> {
  const search: NumbersSearch = {
    ...{ found: [], compared: 0, expected_false_matches: 0, damaged: [], waiting: [], models: [] },
  };
  for (const { database, tenant_id: owner } of databases) {
    const register = { tenant_id: owner, mode: mode ?? 'live', database };
    const { models, waiting } = await setOf(register);
    const { calibration, vectors } = models;
    const probe = vectors === engine.faceModels.vectors ? embedding : earlier;
    if (!probe) throw new Error('Numbers of the networks that a register is compared with are missing');
    // A similarity of 0 is what every low cosine becomes: it leaves out nobody.
    const least = threshold > 0 ? (threshold - calibration.offset) / calibration.scale : -Infinity;
    const space = vectorSpaceOf(spaceOfFaces(register, database), vectors);
    const nearest = (most: number): Promise<Nearest> => gallery.nearest(space, probe, { least, most, tenant_id });
    const { looked, people } = await withFaces(byVectors, nearest, top_k);
    for (const { face, cosine } of people) {
      search.found.push({ face, similarity: calibrated(cosine, calibration) });
    }
    search.compared += looked.compared;
    const [rate, before] = [falseMatchRate(threshold, calibration), search.expected_false_matches];
    search.expected_false_matches = rate === null || before === null ? null : before + rate * looked.compared;
    if (looked.damaged > 0) search.damaged.push({ database, count: looked.damaged });
    if (waiting > 0) search.waiting.push({ database, count: waiting });
    search.models.push(models);
  }
  search.found.sort((a, b) => b.similarity - a.similarity);
  return search;
}

const noteOnDamaged = ({ database, count }: CountedFaces): string =>
  `The numbers of ${count} ${count === 1 ? 'face' : 'faces'} in \`${database}\` are damaged, and were not compared`;

const noteOnWaiting = ({ database, count }: CountedFaces): string =>
  `Of ${count} ${count === 1 ? 'face' : 'faces'} in \`${database}\` there are no numbers of the networks that are compared with yet, so ${count === 1 ? 'it was' : 'they were'} not compared`;

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
