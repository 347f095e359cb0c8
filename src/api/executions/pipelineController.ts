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
import type { Execution } from '../../domain/executions/execution.js';
import type { ModeName } from '../apiKeys/apiKeyContract.js';
import type { Call } from '../http/call.js';
import { describedExecution, describedListedExecution } from './describedExecution.js';
import type {
  ExecutionView,
  ExecutionStatusName,
  FileHeaders,
  ListedExecutionView,
  PipelineInput,
  RunPipelineBody,
} from './executionContract.js';
import type { AsOf } from '../../projections/core/asOf.js';
import type { Moment, PastMoment, TenantId, Uuid } from '../../domain/core/text.js';
import type { ErrorBody } from '../http/textContract.js';
import { decodeDocument } from '../http/requests/decodeDocument.js';
import { assertReason } from '../http/requests/closedLists.js';
import { metadataFilter, metadataOf } from '../http/requests/metadata.js';
import { createdWithin } from '../http/requests/moments.js';
import { ApiError } from '../http/responses/apiError.js';
import { asksOnlyFor, onlyFields } from '../http/responses/fields.js';
import { nameNext, page, readCursor, type PageHeaders } from '../http/responses/pages.js';
import { sendFile } from '../http/responses/sendFile.js';

/** A run puts one document through the steps of one document type; an execution is what came of it. */
@Route('v1/pipeline')
@Tags('Pipelines and executions')
@Response<ErrorBody>(404, 'There is no such execution or document type', {
  detail: 'There is no execution with this id',
})
export class PipelineController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Runs a document through the steps of a document type. A file that cannot be read is an answer like any other, with the status `failed` and an `error`. Composite
   * document types run their members in parallel and always answer with the result. With `sync: false` the answer is `running` at once; poll the execution, or give a
   * `webhook_url` that the outcome is posted to.
   * @summary Run a document through a pipeline
   */
  @Post('run')
  @SuccessResponse(200, 'The execution')
  @Response<ErrorBody>(400, 'The document type is disabled, or the body is no JSON', {
    detail: 'The document type passport is disabled',
  })
  @Response<ErrorBody>(413, 'The document is larger than 20 MiB, or the body larger than 64 MiB', {
    detail: 'The field `input.data` holds a file of more than 20 MiB',
  })
  @Response<ErrorBody>(415, 'The content is of no accepted kind', {
    detail:
      'The field `input.data` must hold a JPEG, PNG, WebP, TIFF, BMP, GIF or PDF file; its content is none of these',
  })
  @Response<ErrorBody>(503, 'The broker for asynchronous runs, or the engine, is not available', {
    detail: 'The message broker cannot be reached; try again in a moment',
  })
  async runPipeline(@Body() body: RunPipelineBody): Promise<ExecutionView> {
    const { acceptedRuns, executions } = this.call.services.commands;
    const { data, filename } = body.input;
    const metadata = metadataOf(body.metadata);
    const document = await decodeDocument(data, 'input.data');
    const tenant_id = this.call.tenantFor(body.tenant_id);
    const context = this.call.contextFor(tenant_id);
    const run = {
      ...{ tenant_id, context_id: body.context_id, metadata },
      ...(body.sync === false && { webhook_url: body.webhook_url }),
      execution_id: this.call.madeId,
      input: { ...document, filename, extra: extraFields(body.input) },
    };
    const ran = body.sync === false ? acceptedRuns.accept(context, run) : executions.runPipeline(context, run);
    return describedExecution({ ...(await this.call.visible(ran)), mode: this.call.mode });
  }

  /**
   * Lists executions, newest first, as they are or as they were. As of a moment the list goes on as long as the header `Link` names a next page, also behind one that is not full.
   * @summary List executions
   * @param tenant_id Tenant whose executions are listed; empty or left out: all that the key may see
   * @param limit How many at most
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 200
   * @param pipeline_only Leaves out agent runs
   * @param status Only executions that stand so
   * @param goal Only runs of agents with this goal
   * @maxLength goal 64
   * @param document_type Only executions that were asked for with this document type, or read a document as it
   * @maxLength document_type 64
   * @param reason Only runs of agents whose result names a reason with this code
   * @maxLength reason 64
   * @param mode Only runs of live keys, or of test keys; left out: those of keys like the one that asks
   * @param created_from Only executions that were started then or later
   * @param created_to Only executions that were started then or earlier
   * @param fields Of each execution these fields alone, with commas between their names
   * @param cursor Where the page begins, as `Link` of the page before it says
   * @param as_of Lists what there was then, by what was true of it then
   */
  @Get('executions')
  @Extension('x-personal-data', true)
  @Extension('x-read-model', 'executions')
  @Extension('x-by-metadata', true)
  @SuccessResponse<PageHeaders>(200, 'The executions')
  async listExecutions(
    @Request() request: express.Request,
    @Query() tenant_id?: TenantId,
    @Query() limit = 50,
    @Query() pipeline_only = false,
    @Query() status?: ExecutionStatusName,
    @Query() goal?: string,
    @Query() document_type?: string,
    @Query() reason?: string,
    @Query() mode?: ModeName,
    @Query() created_from?: Moment,
    @Query() created_to?: Moment,
    @Query() fields?: string,
    @Query() cursor?: string,
    @Query() as_of?: PastMoment,
  ): Promise<ListedExecutionView[]> {
    assertReason(reason);
    const asOf = await this.call.asOf(as_of);
    const after = readCursor('executions', cursor);
    const endOfRun = ({ started_at: at, execution_id: id }: Pick<Execution, 'started_at' | 'execution_id'>) => ({
      at,
      id,
    });
    const { executions, pastExecutions } = this.call.services.queries;
    const filter = {
      ...{ tenant_id: this.call.tenantFilter(tenant_id), pipeline_only, status, goal },
      ...{ mode: mode ?? this.call.mode, document_type, reason, metadata: metadataFilter(request.query) },
      ...createdWithin(created_from, created_to),
      ...(after && { after: { started_at: after.at, execution_id: after.id } }),
    };
    if (asOf) {
      const { rows, next } = await this.call.pastList(() => pastExecutions.list({ ...filter, limit }, asOf));
      if (next) nameNext({ list: 'executions', request }, endOfRun(next));
      await this.call.shownAll(rows.map(named));
      return onlyFields(rows.map(describedListedExecution), fields);
    }
    const brief = asksOnlyFor(fields, BRIEF_FIELDS);
    const shown = page(
      await executions.list({ ...filter, brief, limit: limit + 1 }),
      limit,
      { list: 'executions', request },
      endOfRun,
    );
    await this.call.shownAll(shown.map(named));
    return onlyFields(shown.map(describedListedExecution), fields);
  }

  /**
   * An execution, as it is or as it was. What was erased since is erased then too.
   * @summary Get an execution
   * @param execution_id The execution
   * @param as_of Tells what was true then; 404 where it was not there yet
   */
  @Get('executions/{execution_id}')
  @Extension('x-personal-data', true)
  @Extension('x-tagged', true)
  async getExecution(@Path() execution_id: Uuid, @Query() as_of?: PastMoment): Promise<ExecutionView> {
    return describedExecution(await this.findExecution(execution_id, await this.call.asOf(as_of)));
  }

  /**
   * Streams the original input; of an agent run its first document, or its archive. `HEAD` and ranges work as for any file.
   * @summary Download the input of an execution
   * @param execution_id The execution
   * @param range The part of the file to send, for example `bytes=0-1023`
   * @param if_range Entity tag that the range is of; another one gets the whole file
   */
  @Get('executions/{execution_id}/file')
  @Extension('x-personal-data', true)
  @Extension('x-media-types', [
    'image/jpeg',
    'image/png',
    'image/webp',
    'image/tiff',
    'image/bmp',
    'image/gif',
    'application/pdf',
    'application/zip',
    'application/x-tar',
    'application/gzip',
  ])
  @SuccessResponse<FileHeaders>(200, 'The file, as what its content was found to be')
  @Response<unknown, FileHeaders>(206, 'The range of the file that was asked for')
  @Response<ErrorBody>(416, 'The range lies outside the file', {
    detail: 'The range lies outside the file of 48213 bytes',
  })
  async getExecutionFile(
    @Path() execution_id: Uuid,
    @Request() request: express.Request,
    @Header('Range') range?: string,
    @Header('If-Range') if_range?: string,
  ): Promise<void> {
    const { input, input_filename, input_mime_type, erased } = await this.findExecution(execution_id);
    const { res } = request;
    if (erased || !res) throw new ApiError(404, 'The file is no longer kept');
    const file = { blob: input, filename: input_filename ?? '', mime_type: input_mime_type };
    await sendFile(this.call.services.blobs, file, { range, if_range, head: request.method === 'HEAD' }, res);
  }

  private findExecution(id: string, asOf?: AsOf) {
    return this.call.findOwn(this.call.services.queries.executions, id, 'execution', asOf);
  }
}

/** Fields of a listed execution that take no look at its steps and its result. */
const BRIEF_FIELDS: readonly (keyof ListedExecutionView)[] = [
  ...(['execution_id', 'context_id', 'context_display_name', 'tenant_id', 'status', 'input_filename'] as const),
  ...(['input_mime_type', 'file_url', 'started_at', 'completed_at', 'total_ms', 'mode'] as const),
];

/** What the caller sent along for the steps. */
function extraFields(input: PipelineInput): { [field: string]: unknown } {
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => !['data', 'mime_type', 'filename'].includes(name)),
  );
}

const named = ({ tenant_id, execution_id: id }: Pick<Execution, 'tenant_id' | 'execution_id'>) => ({ tenant_id, id });
