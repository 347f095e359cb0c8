import { Body, Controller, Path, Post, Query, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type { TenantId } from '../../domain/core/text.js';
import type { Call } from '../http/call.js';
import { decodeDocument } from '../http/requests/decodeDocument.js';
import type { ErrorBody } from '../http/textContract.js';
import type { ContextId } from './documentTypeContract.js';
import { configOf } from './documentTypesController.js';
import type { DocumentTypeTestView, TestDocumentTypeBody } from './documentTypeTestContract.js';

/** Document types that are tried before they are saved. */
@Route('v1/document-types')
@Tags('Document types')
export class DocumentTypeTestController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Puts a document through a document type as it is, or as a `PUT` with the same `draft` would make it, and says what comes of it. Nothing is saved, and no execution
   * comes of it. A draft is held to all that saving it would be. A tenant may try changes of a global type.
   * @summary Test a draft of a document type
   * @param context_id The document type
   * @param tenant_id Tenant it is tried for; the key's own when left out
   */
  @Post('{context_id}/test')
  @SuccessResponse(200, 'What comes of it')
  @Response<ErrorBody>(400, 'The document type is made of other types', {
    detail: 'The document type company_file is made of other types; test these: invoice, contract',
  })
  @Response<ErrorBody>(404, 'There is no such document type', { detail: 'There is no document type passport' })
  @Response<ErrorBody>(413, 'The document is larger than 20 MiB, or the body than 64 MiB', {
    detail: 'The field `document.data` holds a file of more than 20 MiB',
  })
  @Response<ErrorBody>(415, 'The content is of no accepted kind', {
    detail:
      'The field `document.data` must hold a JPEG, PNG, WebP, TIFF, BMP, GIF or PDF file; its content is none of these',
  })
  @Response<ErrorBody>(503, 'The engine is not available', {
    detail: 'The document engine cannot take more work now; try again in a moment',
  })
  async testDocumentType(
    @Path() context_id: ContextId,
    @Body() body: TestDocumentTypeBody,
    @Query() tenant_id?: TenantId,
  ): Promise<DocumentTypeTestView> {
    const { bytes } = await decodeDocument(body.document.data, 'document.data');
    const changes = configOf(body.draft ?? {});
    const tenant = this.call.tenantFor(tenant_id);
    const { documentTypeTests } = this.call.services.commands;
    const { result, error, warnings } = await documentTypeTests.test(this.call.contextFor(tenant), {
      tenant_id: tenant,
      context_id,
      changes,
      bytes,
    });
    return {
      status: result ? 'completed' : 'failed',
      result: result as DocumentTypeTestView['result'],
      error,
      warnings,
    };
  }
}
