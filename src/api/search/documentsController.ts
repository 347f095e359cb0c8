import { Controller, Extension, Get, Query, Request, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type express from 'express';
import type { TenantId } from '../../domain/core/text.js';
import type { FoundDocument } from '../../projections/search/searchedDocuments.js';
import type { DocumentsAsked } from '../../projections/search/searchQueries.js';
import type { Call } from '../http/call.js';
import { ApiError } from '../http/responses/apiError.js';
import { sendLines } from '../http/responses/sendLines.js';
import type { ErrorBody } from '../http/textContract.js';
import { documentsCsv } from './documentsCsv.js';
import type { ExportHeaders, FoundDocumentView } from './foundDocumentContract.js';
import { searchShown } from './searchShown.js';

/** What was read from the documents of all cases. */
@Route('v1/documents')
@Tags('Documents')
export class DocumentsController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Finds documents of all cases, newest first. All of what is asked for must hold. What a mask hides is found by nobody, nor is what was erased.
   * @summary Search documents
   * @param tenant_id Tenant whose documents are looked at; empty or left out: all that the key may see
   * @param document_type Only documents that were read as this type
   * @maxLength document_type 64
   * @param status Only documents that stand so
   * @param query Only documents of which each of these words stands in a value, also as a part of a word. Neither the case of letters nor accents matter
   * @maxLength query 500
   * @param limit How many at most
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 200
   * @param offset How many of the first are passed over
   * @isInt offset
   * @minimum offset 0
   * @maximum offset 2147483647
   */
  @Get('search')
  @Extension('x-personal-data', true)
  @Extension('x-read-model', 'searched_documents')
  async searchDocuments(
    @Query() tenant_id?: TenantId,
    @Query() document_type?: string,
    @Query() status?: 'pending' | 'processing' | 'done' | 'failed',
    @Query() query?: string,
    @Query() limit = 50,
    @Query() offset = 0,
  ): Promise<FoundDocumentView[]> {
    const asked = { tenant_id: this.call.tenantFilter(tenant_id), document_type, status, query, limit, offset };
    const found = await this.call.services.queries.search.documents(asked);
    await this.shown(asked, found);
    return found;
  }

  /**
   * The documents that were read, as CSV, newest first: fixed columns, and one for each field that any of them has. A text that a spreadsheet would
   * run as a formula has a `'` before it.
   * @summary Export documents
   * @param tenant_id Tenant whose documents are exported; empty or left out: all that the key may see
   * @param document_type Only documents that were read as this type
   * @maxLength document_type 64
   * @param limit How many at most
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 10000
   */
  @Get('export')
  @Extension('x-personal-data', true)
  @Extension('x-read-model', 'searched_documents')
  @Extension('x-media-types', ['text/csv'])
  @SuccessResponse<ExportHeaders>(200, 'A line for each document')
  @Response<ErrorBody>(404, 'No document matches', { detail: 'There are no documents to export' })
  async exportDocuments(
    @Request() request: express.Request,
    @Query() tenant_id?: TenantId,
    @Query() document_type?: string,
    @Query() limit = 1_000,
  ): Promise<void> {
    const asked = { tenant_id: this.call.tenantFilter(tenant_id), document_type, status: 'done' as const, limit };
    const lines = await documentsCsv(this.call.services.queries.search, asked, (page) => this.shown(asked, page));
    const { method, res } = request;
    if (!lines || !res) throw new ApiError(404, 'There are no documents to export');
    res.set({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename=extraction_export.csv',
    });
    await sendLines(lines, res, { head: method === 'HEAD' });
  }
  /** A page that is about to be sent. */
  private shown({ tenant_id }: DocumentsAsked, page: readonly FoundDocument[]): Promise<void> {
    const of = new Set(page.flatMap(({ session_id, doc_id }) => [session_id, doc_id]));
    return searchShown(this.call, { kind: 'documents', tenant_id }, [...of]);
  }
}
