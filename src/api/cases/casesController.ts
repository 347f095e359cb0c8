import {
  Body,
  Controller,
  Extension,
  Get,
  Header,
  Path,
  Post,
  Query,
  Request,
  Response,
  Route,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type express from 'express';
import type { CaseSummary } from '../../domain/cases/caseSummary.js';
import { BRIEF_FIELDS, caseView, listedCaseView, progressView, uploadedDocumentView } from './caseView.js';
import type { Call } from '../http/call.js';
import { etagOf } from '../http/etag.js';
import type {
  CaseStatusName,
  CaseStatusView,
  CaseView,
  CompletedCaseView,
  ListedCaseView,
  OpenCaseBody,
  UploadedDocumentView,
} from './caseContract.js';
import type { FileHeaders } from '../executions/executionContract.js';
import type { Moment, PastMoment, TenantId, Uuid } from '../../domain/core/text.js';
import type { ErrorBody } from '../http/textContract.js';
import { takeUpload } from '../http/requests/receiveUpload.js';
import { ApiError } from '../http/responses/apiError.js';
import { metadataFilter, metadataOf } from '../http/requests/metadata.js';
import { endOf, startOf } from '../http/requests/moments.js';
import { asksOnlyFor, onlyFields } from '../http/responses/fields.js';
import { nameNext, page, readCursor, type PageHeaders } from '../http/responses/pages.js';
import { sendFile } from '../http/responses/sendFile.js';
import { noneWithThisId } from '../../domain/core/decider.js';

/** A case is one verification, for the goal of an agent: documents are collected, read, compared and decided upon. */
@Route('v1/cases')
@Tags('Cases')
@Response<ErrorBody>(404, 'There is no such case, document or goal', { detail: 'There is no case with this id' })
export class CasesController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Opens a case. Where the tenant has a case with that `client_reference_id`, the answer is that case, as it is, with the status 200. Cases of test keys have references of their own.
   * @summary Open a case
   */
  @Post()
  @Extension('x-location', '/v1/cases/{session_id}')
  @SuccessResponse(201, 'The new case')
  @Response<CaseView>(200, 'The case that has this `client_reference_id` already')
  @Response<ErrorBody>(400, 'The agent is not deployed, or cannot work', {
    detail: 'The agent onboarding is not deployed',
  })
  async openCase(@Body() body: OpenCaseBody): Promise<CaseView> {
    const { goal, client_reference_id, expected, language } = body;
    const tenant_id = this.call.tenantFor(body.tenant_id);
    const metadata = metadataOf(body.metadata);
    const said = { client_reference_id, metadata, expected, language };
    const opening = { tenant_id, goal, ...said, session_id: this.call.madeId };
    const opened = await this.call.visible(this.commands.open(this.call.contextFor(tenant_id), opening));
    this.setStatus(opened.created ? 201 : 200);
    return caseView(opened.case);
  }

  /**
   * Lists cases, newest first, without their documents, as they are or as they were. All of what it is narrowed by must hold. Where there are more than `limit`, the header `Link` names the next page; as of a moment the list goes on as long as there is one, also behind a page that is not full.
   * @summary List cases
   * @param tenant_id Tenant whose cases are listed; empty or left out: all that the key may see
   * @param limit How many at most
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 200
   * @param client_reference_id Only the case with this reference; for a test key the trial with it
   * @param status Only cases that stand so
   * @param goal Only cases of the agents with this goal
   * @param document_type Only cases with a document that was read as this type
   * @maxLength document_type 64
   * @param reason Only cases whose result names a reason with this code
   * @maxLength reason 64
   * @param assignee Only cases that this person is to look at
   * @maxLength assignee 200
   * @param created_from Only cases that were opened then or later
   * @param created_to Only cases that were opened then or earlier
   * @param fields Of each case these fields alone, with commas between their names
   * @param cursor Where the page begins, as `Link` of the page before it says
   * @param as_of Lists what there was then, by what was true of it then
   */
  @Get()
  @Extension('x-read-model', 'cases')
  @Extension('x-by-metadata', true)
  @SuccessResponse<PageHeaders>(200, 'The cases')
  async listCases(
    @Request() request: express.Request,
    @Query() tenant_id?: TenantId,
    @Query() limit = 50,
    @Query() client_reference_id?: string,
    @Query() status?: CaseStatusName,
    @Query() goal?: string,
    @Query() document_type?: string,
    @Query() reason?: string,
    @Query() assignee?: string,
    @Query() created_from?: Moment,
    @Query() created_to?: Moment,
    @Query() fields?: string,
    @Query() cursor?: string,
    @Query() as_of?: PastMoment,
  ): Promise<ListedCaseView[]> {
    const asOf = await this.call.asOf(as_of);
    const after = readCursor(cursor);
    const endOfCase = ({ created_at: at, session_id: id }: Pick<CaseSummary, 'created_at' | 'session_id'>) => ({
      at,
      id,
    });
    const filter = {
      ...{
        tenant_id: this.call.tenantFilter(tenant_id),
        client_reference_id,
        mode: this.call.caller.mode ?? 'live',
        status,
        goal,
        assignee,
      },
      ...{ document_type, reason, metadata: metadataFilter(request.query) },
      ...(created_from !== undefined && { created_from: startOf(created_from) }),
      ...(created_to !== undefined && { created_to: endOf(created_to) }),
      ...(after && { after: { created_at: after.at, session_id: after.id } }),
    };
    if (asOf) {
      const { pastCases } = this.call.services.queries;
      const { rows, next } = await this.call.pastList(() => pastCases.list({ ...filter, limit }, asOf));
      if (next) nameNext(request, endOfCase(next));
      return onlyFields(rows.map(listedCaseView), fields);
    }
    const brief = asksOnlyFor(fields, BRIEF_FIELDS);
    const shown = page(await this.queries.list({ ...filter, brief, limit: limit + 1 }), limit, request, endOfCase);
    return onlyFields(shown.map(listedCaseView), fields);
  }

  /**
   * A case with its documents, as it is or as it was. What was erased since is erased then too.
   * @summary Get a case
   * @param session_id The case
   * @param as_of Tells what was true then; 404 where it was not there yet
   */
  @Get('{session_id}')
  @Extension('x-tagged', true)
  async getCase(@Path() session_id: Uuid, @Query() as_of?: PastMoment): Promise<CaseView> {
    const asOf = await this.call.asOf(as_of);
    const theCase = await this.call.findOwn({ find: this.queries.findWithDocuments }, session_id, 'case', asOf);
    // What it was at a revision changes where it is erased.
    if (!asOf) this.setHeader('ETag', etagOf(theCase.revision));
    return caseView(theCase);
  }

  /**
   * Where a case stands or stood, and what it still needs.
   * @summary Get the status of a case
   * @param session_id The case
   * @param as_of Tells what was true then; 404 where it was not there yet
   */
  @Get('{session_id}/status')
  async getCaseStatus(@Path() session_id: Uuid, @Query() as_of?: PastMoment): Promise<CaseStatusView> {
    const asOf = await this.call.asOf(as_of);
    const one = await this.call.findOwn({ find: this.queries.findStatus }, session_id, 'case', asOf);
    const { status, updated_at } = one;
    const documents = one.documents.map((each) => ({
      ...{ doc_id: each.doc_id, document_type: each.document_type, status: each.status },
    }));
    const stands = { session_id: one.session_id, status, completed: status !== 'collecting' };
    return { ...stands, progress: progressView(one), documents, updated_at };
  }

  /**
   * Adds a document: it is stored, classified, read and validated at once. A file that cannot be read is an answer like any other, with the status `failed` and an `error`.
   * @summary Add a document to a case
   * @param session_id The case
   */
  @Post('{session_id}/documents')
  @Extension('x-upload', true)
  @SuccessResponse(200, 'What was read')
  @Response<ErrorBody>(400, 'A document type of the agent cannot be used, the case is full, or the form is damaged', {
    detail: 'The agent onboarding uses the document type passport, which is disabled',
  })
  @Response<ErrorBody>(409, 'The case does not collect documents any more', {
    detail: 'The case is completed, so it takes no more documents',
  })
  @Response<ErrorBody>(413, 'The file is larger than 20 MiB', {
    detail: 'The field `file` holds a file of more than 20 MiB',
  })
  @Response<ErrorBody>(415, 'The body is no form, or the content of the file is of no accepted kind', {
    detail: 'The field `file` must hold a JPEG, PNG, WebP, TIFF, BMP, GIF or PDF file; its content is none of these',
  })
  async addDocument(@Path() session_id: Uuid, @Request() request: express.Request): Promise<UploadedDocumentView> {
    const theCase = await this.findCase(session_id);
    const upload = takeUpload(request);
    const document = { ...upload, doc_id: this.call.madeId ?? upload.doc_id };
    const context = this.call.contextFor(theCase.tenant_id);
    const uploaded = await this.call.visible(this.commands.upload(context, theCase.session_id, document));
    return uploadedDocumentView(uploaded.document, uploaded.case);
  }

  /**
   * Streams a document as it was uploaded. `HEAD` and ranges work as for any file.
   * @summary Download a document of a case
   * @param session_id The case
   * @param doc_id The document
   * @param range The part of the file to send, for example `bytes=0-1023`
   * @param if_range Entity tag that the range is of; another one gets the whole file
   */
  @Get('{session_id}/documents/{doc_id}/file')
  @Extension('x-media-types', [
    'image/jpeg',
    'image/png',
    'image/webp',
    'image/tiff',
    'image/bmp',
    'image/gif',
    'application/pdf',
  ])
  @SuccessResponse<FileHeaders>(200, 'The file, as what its content was found to be')
  @Response<unknown, FileHeaders>(206, 'The range of the file that was asked for')
  @Response<ErrorBody>(416, 'The range lies outside the file', {
    detail: 'The range lies outside the file of 48213 bytes',
  })
  async getCaseFile(
    @Path() session_id: Uuid,
    @Path() doc_id: Uuid,
    @Request() request: express.Request,
    @Header('Range') range?: string,
    @Header('If-Range') if_range?: string,
  ): Promise<void> {
    const { documents, erased } = await this.call.findOwn({ find: this.queries.findFiles }, session_id, 'case');
    const document = documents.find((each) => each.doc_id === doc_id.toLowerCase());
    if (!document) throw noneWithThisId('document');
    const { res } = request;
    if (erased || !res) throw new ApiError(404, 'The file is no longer kept');
    const { object_key: key, size_bytes: size, filename, mime_type } = document;
    const file = { blob: { key, size }, filename: filename ?? '', mime_type };
    await sendFile(this.call.services.blobs, file, { range, if_range, head: request.method === 'HEAD' }, res);
  }

  /**
   * Ends the collection and judges the case: what was read is compared and held to the rules of today. It is completed, in review, or failed.
   * @summary Complete a case
   * @param session_id The case
   */
  @Post('{session_id}/complete')
  @SuccessResponse(200, 'The outcome')
  @Response<ErrorBody>(409, 'The case was completed before, has expired, or still reads documents', {
    detail: 'The case is completed, so it cannot be completed',
  })
  async completeCase(@Path() session_id: Uuid): Promise<CompletedCaseView> {
    const theCase = await this.findCase(session_id);
    const completed = await this.call.visible(
      this.commands.complete(this.call.contextFor(theCase.tenant_id), theCase.session_id),
    );
    const { status, result } = caseView(completed);
    return { session_id: theCase.session_id, status: status as CompletedCaseView['status'], result };
  }

  /**
   * Does a case again with the agent as it is now: a new case with the same documents, which are read behind the answer. The old case stays as it is.
   * @summary Replay a case
   * @param session_id The case
   */
  @Post('{session_id}/replay')
  @Extension('x-location', '/v1/cases/{session_id}')
  @SuccessResponse(201, 'The new case')
  @Response<ErrorBody>(400, 'The agent is not deployed now, or cannot work', {
    detail: 'The agent onboarding is not deployed',
  })
  async replayCase(@Path() session_id: Uuid): Promise<CaseView> {
    const theCase = await this.findCase(session_id);
    await this.call.services.bus.ping(); // accepted work must be able to go on its way
    this.setStatus(201);
    return caseView(
      await this.call.visible(
        this.commands.replay(this.call.contextFor(theCase.tenant_id), theCase.session_id, this.call.madeId),
      ),
    );
  }

  private get commands() {
    return this.call.services.commands.cases;
  }

  private get queries() {
    return this.call.services.queries.cases;
  }

  private findCase(id: string): Promise<CaseSummary> {
    return this.call.findOwn(this.queries, id, 'case');
  }
}
