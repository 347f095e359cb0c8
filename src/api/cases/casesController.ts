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
import { fileOfCase } from './caseFile.js';
import { caseView, progressView, uploadedDocumentView } from './caseView.js';
import type { Call } from '../http/call.js';
import { etagOf } from '../http/etag.js';
import type {
  CaseStatusView,
  CaseView,
  CompletedCaseView,
  OpenCaseBody,
  UploadedDocumentView,
} from './caseContract.js';
import type { FileHeaders } from '../executions/executionContract.js';
import type { PastMoment, Uuid } from '../../domain/core/text.js';
import type { ErrorBody } from '../http/textContract.js';
import { takeUpload } from '../http/requests/receiveUpload.js';
import { metadataOf } from '../http/requests/metadata.js';
import { sendFile } from '../http/responses/sendFile.js';

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
  @Extension('x-personal-data', true)
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
    // What is opened has an event; what was there is shown.
    if (!opened.created) await this.call.shown(opened.case.tenant_id, [opened.case.session_id]);
    return caseView(opened.case);
  }

  /**
   * A case with its documents, as it is or as it was. What was erased since is erased then too.
   * @summary Get a case
   * @param session_id The case
   * @param as_of Tells what was true then; 404 where it was not there yet
   */
  @Get('{session_id}')
  @Extension('x-personal-data', true)
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
  @Extension('x-tagged', true)
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
  @Extension('x-personal-data', true)
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
    const { object_key: key, size_bytes: size, filename, mime_type } = await fileOfCase(this.call, session_id, doc_id);
    const { res } = request;
    if (!res) throw new Error('The request has no answer');
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
