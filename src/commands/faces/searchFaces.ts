import type { FaceDatabase, RegisteredFace } from '../../domain/faces/index.js';
import { calibrated, type FaceEngine, falseMatchRate } from '../../engines/faces/faceEngine.js';
import type { CommandContext } from '../core/context.js';
import type { FaceGallery } from './faceGallery.js';
import { spaceOfFaces, vectorSpaceOf } from './faceSpaces.js';
import { embeddingOf, type FacePicture, lookAtFace, noteOnFaces } from './lookAtFace.js';

/** Whom to look for, and where. */
export interface SearchInput {
  probe: FacePicture;
  /** Registers, each with whose it is: `''` for a watchlist. */
  databases: readonly { database: FaceDatabase; tenant_id: string }[];
  /** Most faces of each register. */
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
  /** Sentences on which face is meant. */
  notes: string[];
}

/** What a search stands on. */
export interface SearchDeps {
  engine: FaceEngine;
  gallery: FaceGallery;
  /** The faces whose numbers are kept under some ids. */
  byVectors(vector_ids: readonly string[]): Promise<RegisteredFace[]>;
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
  const { calibration, vectors } = engine.faceModels;
  // A similarity of 0 is what every low cosine becomes: it leaves out nobody.
  const least = threshold > 0 ? (threshold - calibration.offset) / calibration.scale : -Infinity;
  const cosines = new Map<string, number>();
  let compared = 0;
  for (const one of databases) {
    const space = vectorSpaceOf(
      spaceOfFaces({ tenant_id: one.tenant_id, ...(mode && { mode }) }, one.database),
      vectors,
    );
    const looked = await gallery.nearest(space, embeddingOf(seen), { least, most: top_k });
    for (const { vector_id, cosine } of looked.near) cosines.set(vector_id, cosine);
    compared += looked.compared;
  }
  // What is in no register yet, or not any more, has no row.
  const rows = cosines.size > 0 ? await byVectors([...cosines.keys()]) : [];
  const found = rows.map((face) => ({ face, similarity: calibrated(cosines.get(face.vector_id)!, calibration) }));
  const rate = falseMatchRate(threshold, calibration);
  return {
    found: found.sort((a, b) => b.similarity - a.similarity),
    compared,
    expected_false_matches: rate === null ? null : rate * compared,
    notes: noteOnFaces(probe, seen),
  };
}
