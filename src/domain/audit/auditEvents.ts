import { PersonalDataRead } from './personalRead.js';
import { ReadRecordingChanged } from './readRecording.js';

/** Event types of the audit trail's own, for the registry. */
export const auditEventDefinitions = [ReadRecordingChanged, PersonalDataRead] as const;
