import type { GovernanceCheck } from '../../domain/cases/index.js';
import type { CrossMatchOutcome } from '../../domain/documents/index.js';
import type { DocumentTypeConfig, FieldRule } from '../../domain/documentTypes/index.js';
import type { CrossMatch } from '../crossMatch/crossMatch.js';
import type { ExtractedFields } from '../documents/validate/validateFields.js';

/** A document type as far as judging needs it. */
export type RulesOfType = Pick<DocumentTypeConfig, 'output_schema' | 'validation_rules'> & { context_id: string };

/** A document that is held to the rules of its type. */
export type CheckedDocument = ExtractedFields & { doc_id: string; document_type: string };

/** To the thread of rules: what it is to do. It has one thing at a time. */
export type RuleRequest =
  | { kind: 'compile'; rules: { [field: string]: FieldRule } }
  | {
      kind: 'judge';
      compare: CrossMatch;
      check: readonly CheckedDocument[];
      types: readonly RulesOfType[];
      /** ISO date. */
      today: string;
    };

/** From the thread of rules. */
export type RuleAnswer =
  /** It can be asked. */
  | { kind: 'ready' }
  /** A pattern that RE2 does not take. */
  | { kind: 'unusable'; field: string }
  /** What comparing the documents came to; the first answer to `judge`. */
  | { kind: 'compared'; outcome: CrossMatchOutcome }
  /** How one document stands to its rules. */
  | { kind: 'checked'; check: GovernanceCheck }
  /** There is no more to what was asked. */
  | { kind: 'end' };
