import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { fileData, type FileData } from '../forms/fileData.js';

/** A document that is to be kept with a type. */
export interface Sample {
  document: FileData;
  /** What it is proposed to expect: what is shown masked is not in it. */
  expected: { [field: string]: unknown };
  /** Fields of which only a mask is shown. */
  masked: string[];
  /** Whether the service itself would expect the same and what is masked besides, were it told nothing. */
  isAsRead: boolean;
  /** Why nothing was read from it. */
  error: string | null;
}

type Type = Pick<Schemas['DocumentTypeView'], 'context_id' | 'output_schema' | 'validation_rules'>;

/** A page as a sample: proposed is what the type reads from it now. @throws Refused */
export async function sampleOfFile(type: Type, file: File): Promise<Sample> {
  const document = await fileData(file);
  const params = { path: { context_id: type.context_id } };
  const tried = dataOf(await api.POST('/v1/document-types/{context_id}/test', { params, body: { document } }));
  return {
    document,
    ...proposed(type, tried.result?.extracted ?? {}),
    isAsRead: tried.result !== null,
    error: tried.error,
  };
}

/** A document of a case as a sample: proposed is what was read from it then, as people have put it right. @throws Refused */
export async function sampleOfPast(type: Type, past: string, signal: AbortSignal): Promise<Sample> {
  const [session_id = '', doc_id = ''] = past.split('/');
  const { documents } = dataOf(await api.GET('/v1/cases/{session_id}', { params: { path: { session_id } }, signal }));
  const params = { path: { session_id, doc_id } };
  const file = await api.GET('/v1/cases/{session_id}/documents/{doc_id}/file', { params, signal, parseAs: 'blob' });
  const read = documents.find((one) => one.doc_id === doc_id);
  // The bytes are handed on, and never shown: documents of customers are opened by the service alone.
  const document = await fileData(dataOf<Blob>(file));
  return { document, ...proposed(type, read?.extracted ?? {}), isAsRead: false, error: null };
}

/** Of what was read what can be expected, and which fields are only seen as a mask. */
function proposed(
  { output_schema, validation_rules }: Type,
  extracted: { readonly [field: string]: unknown },
): Pick<Sample, 'expected' | 'masked'> {
  const read = Object.entries(extracted).filter(
    ([field, value]) => value !== null && Object.hasOwn(output_schema, field),
  );
  // What is masked by rules of the past shows as such too.
  const isMasked = ([field, value]: [string, unknown]): boolean =>
    validation_rules[field]?.mask === true || JSON.stringify(value).includes('*');
  return {
    expected: Object.fromEntries(read.filter((one) => !isMasked(one))),
    masked: read.filter(isMasked).map(([field]) => field),
  };
}
