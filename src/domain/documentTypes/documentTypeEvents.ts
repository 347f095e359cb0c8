import {
  DocumentTypeDefined,
  DocumentTypeFieldsLocked,
  DocumentTypeRemoved,
  DocumentTypeSnapshotTaken,
  DocumentTypeUpdated,
} from './documentType.js';

/** Every event type of document types. */
export const documentTypeEventDefinitions = [
  DocumentTypeDefined,
  DocumentTypeSnapshotTaken,
  DocumentTypeUpdated,
  DocumentTypeFieldsLocked,
  DocumentTypeRemoved,
] as const;
