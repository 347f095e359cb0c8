export { auditEventDefinitions } from './auditEvents.js';
export { auditLeaf, hashOfHex, leafBytes, toHex, type AuditLeaf, type NotarisedEvent, whoseOf } from './auditLeaf.js';
export {
  checkLogProof,
  ProofFailed,
  readTreeHead,
  type HeadChecks,
  type LogProof,
  type ProvenLeaf,
  type SignedTreeHead,
} from './logProof.js';
export { consistencyRanges, inclusionRanges, isConsistent, isIncluded, isSame } from './merkleProofs.js';
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
