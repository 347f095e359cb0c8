import { noneWithThisId } from '../../domain/core/decider.js';
import type { Uuid } from '../../domain/core/text.js';
import type { Call } from '../http/call.js';
import { ApiError } from '../http/responses/apiError.js';

/** Where the file of a document lies that the caller may see. @throws DomainError `not_found` @throws ApiError 404 where it was erased */
export async function fileOfCase({ services, findOwn }: Call, session_id: Uuid, doc_id: Uuid) {
  const { findFiles: find } = services.queries.cases;
  const { documents, erased, tenant_id } = await findOwn({ find }, session_id, 'case');
  const document = documents.find((each) => each.doc_id === doc_id.toLowerCase());
  if (!document) throw noneWithThisId('document');
  if (erased) throw new ApiError(404, 'The file is no longer kept');
  return { ...document, tenant_id };
}
