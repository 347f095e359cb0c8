import type { FoundFace } from '../../commands/faces/searchFaces.js';
import { roundedShare } from '../../domain/faces/index.js';
import type { FaceFoundView } from './faceRegistryContract.js';

/** A face that was found, as it is shown. */
export const foundView = ({ face, similarity }: FoundFace): FaceFoundView => ({
  ...{ database: face.database, face_id: face.face_id ?? '', person_id: face.person_id ?? null },
  similarity: roundedShare(similarity),
  metadata: face.metadata ?? {},
});
