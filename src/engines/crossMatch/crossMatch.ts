import {
  type Comparison,
  type CrossMatchOutcome,
  fieldKind,
  type FieldMatch,
  fieldMeaning,
  type MatchedDocument,
  type MatchedValue,
  meaningsOf,
  type TypeDifference,
  valueOfMeaning,
} from '../../domain/documents/index.js';
import { compareValues, textOf } from './compareValues.js';

/** Documents to compare, and by what. */
export interface CrossMatch {
  /** Each file once: a document always agrees with itself. */
  documents: readonly MatchedDocument[];
  /** Names of fields or meanings; two names of one meaning count as the first of them. Empty where nothing has to match. */
  match_fields: readonly string[];
  /** From how many documents on the fields are compared. */
  min_doc_types: number;
}

/** Most comparisons of a field that an outcome lists: all of eleven documents. */
const MOST_COMPARISONS = 60;

/**
 * Compares what documents say of the same things: each field between every two documents that state it, whatever their
 * schemas call it, and every field between documents of one type.
 */
export function crossMatch({ documents, match_fields, min_doc_types }: CrossMatch): CrossMatchOutcome {
  const differences = differencesWithinTypes(documents);
  if (match_fields.length === 0 || documents.length < min_doc_types) {
    return { judged: false, agreed: false, fields: {}, unmatched: [], differences };
  }
  const names = new Map(match_fields.toReversed().map((field) => [fieldMeaning(field), field]));
  const wanted = match_fields.filter((field) => names.get(fieldMeaning(field)) === field);
  const matches = [...new Set(wanted)].map((field) => ({ field, match: matchField(field, documents) }));
  const compared = matches.filter(({ match }) => match.comparisons.length > 0);
  return {
    judged: true,
    agreed: compared.length > 0 && compared.every(({ match }) => match.agreed),
    fields: Object.fromEntries(matches.map(({ field, match }) => [field, match])),
    unmatched: unmatched(
      documents,
      names,
      compared.map(({ match }) => match),
    ),
    differences,
  };
}

function matchField(field: string, documents: readonly MatchedDocument[]): FieldMatch {
  const kind = fieldKind(field);
  const values = documents.flatMap(({ doc_id, document_type, extracted }): MatchedValue[] => {
    const stated = valueOfMeaning(extracted, field);
    const value = stated ? textOf(stated.value) : '';
    return stated && value !== '' ? [{ doc_id, document_type, field: stated.field, value }] : [];
  });
  const comparisons = compareAll(kind, fieldMeaning(field), values);
  return {
    kind,
    agreed: comparisons.length > 0 && comparisons.every(({ agreed }) => agreed),
    score: comparisons.length === 0 ? 0 : Math.min(...comparisons.map(({ score }) => score)),
    values,
    comparisons: comparisons.length > MOST_COMPARISONS ? worst(comparisons) : comparisons,
  };
}

const worst = (comparisons: readonly Comparison[]): Comparison[] =>
  comparisons.toSorted((a, b) => a.score - b.score).slice(0, MOST_COMPARISONS);

function compareAll(kind: FieldMatch['kind'], meaning: string, values: readonly MatchedValue[]): Comparison[] {
  return values.flatMap((one, index) =>
    values.slice(index + 1).map((other) => ({
      documents: [one.doc_id, other.doc_id],
      values: [one.value, other.value],
      ...compareValues(kind, meaning, one.value, other.value),
    })),
  );
}

/** Documents that nothing ties to the others although their type has a field that must match. */
function unmatched(
  documents: readonly MatchedDocument[],
  meanings: ReadonlyMap<string, string>,
  compared: readonly FieldMatch[],
): string[] {
  if (compared.length === 0) return [];
  const tied = new Set(compared.flatMap(({ values }) => values.map(({ doc_id }) => doc_id)));
  return documents
    .filter(({ doc_id }) => !tied.has(doc_id))
    .filter(({ extracted }) => [...meaningsOf(Object.keys(extracted))].some((meaning) => meanings.has(meaning)))
    .map(({ doc_id }) => doc_id);
}

function differencesWithinTypes(documents: readonly MatchedDocument[]): TypeDifference[] {
  const types = [...new Set(documents.map(({ document_type }) => document_type))];
  return types.flatMap((document_type) => {
    const ofType = documents.filter((document) => document.document_type === document_type);
    if (ofType.length < 2) return [];
    const fields = [...new Set(ofType.flatMap(({ extracted }) => Object.keys(extracted)))];
    return fields.flatMap((field) => differenceOf(document_type, field, ofType));
  });
}

function differenceOf(document_type: string, field: string, documents: readonly MatchedDocument[]): TypeDifference[] {
  const kind = fieldKind(field);
  const values = documents.flatMap(({ doc_id, extracted }): MatchedValue[] => {
    const value = textOf(extracted[field] ?? null);
    return value === '' ? [] : [{ doc_id, document_type, field, value }];
  });
  const differing = compareAll(kind, fieldMeaning(field), values).filter(({ agreed }) => !agreed);
  if (differing.length === 0) return [];
  return [{ document_type, field, kind, score: Math.min(...differing.map(({ score }) => score)), values }];
}
