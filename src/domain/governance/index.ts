import { GovernanceDrifted, GovernanceRunBegun, GovernanceRunEnded } from './governanceRun.js';
import { GovernanceSetChanged, GovernanceSetCreated, GovernanceSetDeleted } from './governanceSet.js';

export { cronOf, type GovernanceConfig, type GovernanceConfigGiven, knownConfig, readGovernanceConfig } from './governanceConfig.js'; // prettier-ignore
export {
  applyToGovernanceRun,
  assertRunning,
  type GovernanceCounts,
  governanceRun,
  type GovernanceRun,
  type GovernanceRunEvent,
  governanceRunStream,
  type GovernanceSummary,
  runIn,
} from './governanceRun.js';
export {
  applyToGovernanceSet,
  governanceSet,
  type GovernanceSet,
  type GovernanceSetEvent,
  governanceSetStream,
  type GovernanceSettings,
} from './governanceSet.js';
export { type DriftCount, driftOf, driftTimes, type FieldCount } from './drift.js';
export { type FieldMeasures, measureFields } from './fieldMeasures.js';
export { type FieldResult, type JudgedDocument, judgedDocument } from './judgedDocument.js';

/** Event types of governance, for the registry. */
export const governanceEventDefinitions = [
  ...[GovernanceSetCreated, GovernanceSetChanged, GovernanceSetDeleted],
  ...[GovernanceRunBegun, GovernanceRunEnded, GovernanceDrifted],
] as const;
