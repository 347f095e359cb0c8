import type { Request, RequestHandler } from 'express';
import { v7 as newId } from 'uuid';
import { documentKey } from '../../../commands/cases/caseUploads.js';
import { caseStream, type StoredDocument } from '../../../domain/cases/index.js';
import type { BlobStore } from '../../../platform/blobs/blobStore.js';
import type { Log } from '../../../platform/log.js';
import type { CaseQueries } from '../../../projections/cases/caseQueries.js';
import { callerOf } from '../access/authenticate.js';
import { findOwn } from '../access/findOwn.js';
import { stateOf } from '../requestState.js';
import { ApiError } from '../responses/apiError.js';
import { describeFaults } from './describeFault.js';
import type { TextFormat } from './formats.js';
import { operationOf } from './matchOperation.js';
import { FORM_TYPE } from './operation.js';
import type { Pace } from './pace.js';
import { readForm } from './readForm.js';

const uploads = new WeakMap<Request, StoredDocument>();

/**
 * The file that came with a request and is in the blob store: whoever takes it has it. What nobody took is deleted once
 * the request is answered or its sender has hung up. @throws ApiError 408 where it was deleted
 */
export function takeUpload(request: Request): StoredDocument {
  const upload = uploads.get(request);
  if (!upload) throw hungUp();
  uploads.delete(request);
  return upload;
}

/** Nobody hears it. It is no answer that is kept for a repetition: nothing was executed. */
const hungUp = (): ApiError => new ApiError(408, 'The request was broken off before it was executed');

/** What receiving stands on. */
export interface ReceiveUploadDeps {
  queries: { cases: Pick<CaseQueries, 'find'> };
  blobs: Pick<BlobStore, 'put' | 'delete'>;
  log: Log;
  formats: Record<string, TextFormat>;
  pace: Pace;
}

/**
 * Takes in the file of an upload: looks its case up, then streams the file to the blob store. What the request says, its
 * file by its hash, becomes `request.body`.
 * @throws ApiError 400, 404, 408, 413, 415, 422, 429, 503
 */
export function receiveUpload({ queries, blobs, log, formats, pace }: ReceiveUploadDeps): RequestHandler {
  const caseOf = async (request: Request): Promise<string> => {
    const path = stateOf(request).pathParameters ?? {};
    const faults = operationOf(request).checkPath(path);
    if (faults) throw new ApiError(422, describeFaults(faults, 'path', formats));
    const { capture } = callerOf(request);
    const named = { id: capture?.case_id ?? String(path['session_id']), what: 'case' };
    const { session_id } = await findOwn(callerOf(request), queries.cases, named);
    return session_id;
  };

  return async (request, response, next) => {
    if (operationOf(request).body?.mediaType !== FORM_TYPE) return next();
    const session_id = await caseOf(request);
    const doc_id = newId();
    const key = documentKey(session_id, doc_id);
    const owner = { subject: caseStream(session_id) };
    const remove = (): void =>
      void blobs.delete(key).catch((error: unknown) => log.warn({ err: error }, 'a file that nobody needs is left'));
    response.once('close', () => uploads.delete(request) && remove());
    const form = await readForm(request, pace, (content) => blobs.put(key, content, owner)).catch((error: unknown) => {
      remove();
      throw error;
    });
    if (response.closed) {
      remove();
      throw hungUp();
    }
    const { object, filename, mime_type, label } = form;
    uploads.set(request, { doc_id, filename, label, object, mime_type });
    request.body = { file: { filename, sha256: object.sha256 }, label };
    next();
  };
}
