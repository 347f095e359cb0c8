export { FACE_DATABASE_NAMES, FACE_DATABASES, type FaceDatabase, isWatchlist } from './faceDatabases.js';
export {
  applyToRegisteredFace,
  assertFree,
  faceEventDefinitions,
  noSuchFace,
  registeredFace,
  type RegisteredFace,
  type RegisteredFaceEvent,
  registeredFaceStream,
} from './registeredFace.js';
