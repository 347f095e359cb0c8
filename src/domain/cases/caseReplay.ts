import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { CaseDocument } from './caseDocument.js';
import { fieldValue, type FieldValue } from '../documents/index.js';

/** A value before and after; null where there was none. */
interface Change<Value> {
  before: Value;
  after: Value;
}

/** What became of one document when it was read again. */
export interface DocumentComparison {
  doc_id: string;
  /** The document of the replayed case. */
  replayed_doc_id: string;
  filename: string;
  status: Change<string>;
  document_type: Change<string>;
  valid: Change<boolean>;
  /** The fields that were read differently. */
  fields: { [field: string]: Change<FieldValue> };
  /** Fields that its type had masked at either reading. */
  masked_fields: string[];
  changed: boolean;
}

/** What a replay led to, beside what was before. */
export interface ReplayComparison {
  /** The case that was replayed, and its version of the agent. */
  session_id: string;
  agent_version: Change<string>;
  documents: DocumentComparison[];
  /** Number of documents that changed. */
  changed: number;
}

const changeOf = <Value>(value: z.ZodType<Value>) => z.object({ before: value, after: value });

/** Shape of a comparison in an event. */
export const replayComparison = z.object({
  session_id: z.string(),
  agent_version: changeOf(z.string()),
  documents: z.array(
    z.object({
      doc_id: z.string(),
      replayed_doc_id: z.string(),
      filename: z.string(),
      status: changeOf(z.string()),
      document_type: changeOf(z.string()),
      valid: changeOf(z.boolean()),
      fields: z.record(z.string(), changeOf(fieldValue)),
      masked_fields: z.array(z.string()),
      changed: z.boolean(),
    }),
  ),
  changed: z.number(),
}) satisfies z.ZodType<ReplayComparison>;

/** One side of a comparison. */
interface Replayed {
  session_id: string;
  agent: { version: string };
  documents: readonly CaseDocument[];
}

/** Sets the documents of a replay beside those they are copies of: the same index, the same content. */
export function compareReplay(before: Replayed, after: Replayed): ReplayComparison {
  const documents = after.documents.flatMap((document) => {
    const earlier = before.documents.find(
      ({ doc_index, sha256 }) => doc_index === document.doc_index && sha256 === document.sha256,
    );
    return earlier ? [compareDocuments(earlier, document)] : [];
  });
  return {
    session_id: before.session_id,
    agent_version: { before: before.agent.version, after: after.agent.version },
    documents,
    changed: documents.filter(({ changed }) => changed).length,
  };
}

function compareDocuments(before: CaseDocument, after: CaseDocument): DocumentComparison {
  const change = <Key extends 'status' | 'document_type' | 'valid'>(key: Key): Change<CaseDocument[Key]> => ({
    before: before[key],
    after: after[key],
  });
  const fields = changedFields(before.extracted, after.extracted);
  const compared = { status: change('status'), document_type: change('document_type'), valid: change('valid') };
  return {
    doc_id: after.doc_id,
    replayed_doc_id: before.doc_id,
    filename: after.filename ?? '',
    ...compared,
    fields,
    masked_fields: [...new Set([...before.masked_fields, ...after.masked_fields])],
    changed: Object.keys(fields).length > 0 || Object.values(compared).some((one) => one.before !== one.after),
  };
}

function changedFields(
  before: CaseDocument['extracted'],
  after: CaseDocument['extracted'],
): DocumentComparison['fields'] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names
      .map((field) => [field, { before: before[field] ?? null, after: after[field] ?? null }] as const)
      .filter(([, values]) => !isDeepStrictEqual(values.before, values.after)),
  );
}
