import type { FoundFace } from '../../commands/faces/searchFaces.js';
import type { FaceFoundView } from './faceRegistryContract.js';
import { shown } from './pictureIn.js';

/** A face that was found, as it is shown. */
export const foundView = ({ face, similarity }: FoundFace): FaceFoundView => ({
  ...{ database: face.database, face_id: face.face_id ?? '', person_id: face.person_id ?? null },
  similarity: shown(similarity),
  metadata: face.metadata ?? {},
});
