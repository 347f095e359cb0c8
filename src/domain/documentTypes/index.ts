export {
  type DocumentType,
  documentType,
  DocumentTypeDefined,
  type DocumentTypeEvent,
  DocumentTypeFieldsLocked,
  DocumentTypeRemoved,
  DocumentTypeSnapshotTaken,
  documentTypeStream,
  DocumentTypeUpdated,
  withDefaults,
} from './documentType.js';
export { type DocumentTypeConfig, type FieldRule, maskedFields } from './documentTypeConfig.js';
export { memberTypes } from './documentTypeRules.js';
