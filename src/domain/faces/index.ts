export {
  assertFaceDatabase,
  type FaceDatabase,
  faceDatabases,
  isWatchlist,
  type NamedFaceDatabase,
  type Watchlist,
  WATCHLIST_NAMES,
  withOwners,
} from './faceDatabases.js';
export {
  applyToRegisteredFace,
  assertFree,
  faceEventDefinitions,
  type FaceNumbers,
  type KeptOut,
  noSuchFace,
  registeredFace,
  type RegisteredFace,
  type RegisteredFaceEvent,
  type RegisteredFaceState,
  registeredFaceStream,
} from './registeredFace.js';
export { roundedShare } from './roundedShare.js';
export {
  watchlistMonitoring,
  WatchlistMonitoringChanged,
  type WatchlistMonitoring,
  watchlistMonitoringStream,
} from './watchlistMonitoring.js';
