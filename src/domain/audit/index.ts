export { auditEventDefinitions } from './auditEvents.js';
export { auditLeaf, hashOfHex, leafBytes, toHex, type AuditLeaf, type NotarisedEvent, whoseOf } from './auditLeaf.js';
export { type AuditSource, sourceOf } from './auditSource.js';
export {
  checkLogProof,
  checkProvenLeaf,
  checkTreeHead,
  ProofFailed,
  readTreeHead,
  type HeadChecks,
  type LogProof,
  type ProvenLeaf,
  type SignedTreeHead,
  type TrustedHead,
} from './logProof.js';
export { consistencyRanges, inclusionRanges, isConsistent, isIncluded, isSame } from './merkleProofs.js';
export {
  differencesFrom,
  isNewerFirst,
  readExportEnd,
  readExportHead,
  type ExportEnd,
  type ExportHead,
  type ProvenEntry,
} from './provenExport.js';
export {
  createTreeHashing,
  EMPTY_FRONT,
  grow,
  hashOver,
  nodesOf,
  rootOf,
  type LeafRange,
  type NodeId,
  type Sha256,
  type TreeFront,
  type TreeHashing,
  type TreeNode,
} from './merkleTree.js';
export { personalRead, type PersonalReadEvent, personalReadStream, type Shown } from './personalRead.js';
export { readRecording, type ReadRecording, readRecordingStream } from './readRecording.js';
