import { Body, Controller, Extension, Get, Header, Path, Post, Query, Request, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type express from 'express';
import type { DocumentType } from '../../domain/documentType.js';
import type { Execution, ExecutionStep } from '../../domain/execution.js';
import { maskExecution } from '../../domain/masking.js';
import type { Call } from '../call.js';
import type { ExecutionView, FileHeaders, RunPipelineBody, StepView } from '../contract/execution.js';
import type { ErrorBody, TenantId, Uuid } from '../contract/text.js';
import { decodeDocument } from '../requests/decodeDocument.js';
import { ApiError } from '../responses/apiError.js';
import { sendFile } from '../responses/sendFile.js';

/** A run puts one document through the steps of one document type; an execution is what came of it. */
@Route('v1/pipeline')
@Tags('Pipelines and executions')
@Response<ErrorBody>(404, 'There is no such execution or document type', { detail: 'There is no execution with this id' })
export class PipelineController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Runs a document through the steps of a document type. A file that cannot be read is an answer like any other, with the status `failed` and an `error`. Composite
   * document types run their members in parallel and always answer with the result.
   * @summary Run a document through a pipeline
   */
  @Post('run')
  @SuccessResponse(200, 'The execution')
  @Response<ErrorBody>(400, 'The document type is disabled, or the body is no JSON', { detail: 'The document type passport is disabled' })
  @Response<ErrorBody>(413, 'The document is larger than 20 MiB, or the body larger than 64 MiB', { detail: 'The field `input.data` holds a file of more than 20 MiB' })
  @Response<ErrorBody>(415, 'The content is of no accepted kind', {
    detail: 'The field `input.data` must hold a JPEG, PNG, WebP, TIFF, BMP, GIF or PDF file; its content is none of these',
  })
  @Response<ErrorBody>(503, 'Asynchronous runs have no backend, or the engine is not available', {
    detail: 'Asynchronous runs are not available; send `sync: true`',
  })
  async runPipeline(@Body() body: RunPipelineBody): Promise<ExecutionView> {
    const { commands, queries } = this.call.services;
    const { data, filename, mime_type: _declared, ...extra } = body.input;
    const document = decodeDocument(data, 'input.data');
    const tenant_id = this.call.tenantFor(body.tenant_id);
    if (body.sync === false) {
      assertRunsDirectly(await queries.documentTypes.resolve({ tenant_id, context_id: body.context_id }), body.context_id);
    }
    const execution = await this.call.visible(
      commands.executions.runPipeline(this.call.contextFor(tenant_id), {
        tenant_id,
        context_id: body.context_id,
        input: { ...document, filename, extra },
        webhook_url: body.webhook_url,
      }),
    );
    return executionView(execution);
  }

  /**
   * Lists executions, newest first.
   * @summary List executions
   * @param tenant_id Tenant whose executions are listed; empty or left out: all that the key may see
   * @param limit How many at most
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 200
   * @param pipeline_only Leaves out agent runs
   */
  @Get('executions')
  async listExecutions(
    @Query() tenant_id?: TenantId,
    @Query() limit = 50,
    @Query() pipeline_only = false,
  ): Promise<ExecutionView[]> {
    const filter = { tenant_id: this.call.tenantFilter(tenant_id), limit, pipeline_only };
    return (await this.call.services.queries.executions.list(filter)).map(executionView);
  }

  /**
   * @summary Get an execution
   * @param execution_id The execution
   */
  @Get('executions/{execution_id}')
  async getExecution(@Path() execution_id: Uuid): Promise<ExecutionView> {
    return executionView(await this.findExecution(execution_id));
  }

  /**
   * Streams the original input. `HEAD` and ranges work as for any file.
   * @summary Download the input of an execution
   * @param execution_id The execution
   * @param range The part of the file to send, for example `bytes=0-1023`
   * @param if_range Entity tag that the range is of; another one gets the whole file
   */
  @Get('executions/{execution_id}/file')
  @Extension('x-media-types', ['image/jpeg', 'image/png', 'image/webp', 'image/tiff', 'image/bmp', 'image/gif', 'application/pdf'])
  @SuccessResponse<FileHeaders>(200, 'The file, as what its content was found to be')
  @Response<void, FileHeaders>(206, 'The range of the file that was asked for')
  @Response<ErrorBody>(416, 'The range lies outside the file', { detail: 'The range lies outside the file of 48213 bytes' })
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

  private async findExecution(id: string): Promise<Execution> {
    const execution = await this.call.services.queries.executions.find(id.toLowerCase());
    if (!execution || !this.call.maySee(execution.tenant_id)) {
      throw new ApiError(404, 'There is no execution with this id');
    }
    return execution;
  }
}

/** Only composite types run directly when asked to run behind the answer; there is no backend for the others yet. */
function assertRunsDirectly(documentType: DocumentType | undefined, contextId: string): void {
  if (!documentType) throw new ApiError(404, `There is no document type ${contextId.slice(0, 64)}`);
  if (!documentType.enabled) throw new ApiError(400, `The document type ${contextId} is disabled`);
  if (documentType.pipeline_steps.some((step) => step.startsWith('type:'))) return;
  throw new ApiError(503, 'Asynchronous runs are not available; send `sync: true`');
}

/** An execution as the contract shows it: masked, and nothing null that is not said to be. */
function executionView(unmasked: Execution): ExecutionView {
  const execution = maskExecution(unmasked);
  return {
    execution_id: execution.execution_id,
    context_id: execution.context_id,
    context_display_name: execution.context_display_name,
    tenant_id: execution.tenant_id,
    status: execution.status,
    steps: execution.steps.map(stepView),
    result: { ...execution.result },
    ...(execution.error !== null && { error: execution.error }),
    input_filename: execution.input_filename ?? '',
    input_mime_type: execution.input_mime_type,
    file_url: `/v1/pipeline/executions/${execution.execution_id}/file`,
    started_at: execution.started_at,
    completed_at: execution.completed_at ?? '',
    total_ms: execution.total_ms ?? 0,
  };
}

const stepView = (step: ExecutionStep): StepView => ({
  tool: step.tool,
  order: step.order,
  status: step.status,
  output: step.output ?? {},
  ...(typeof step.error === 'string' && { error: step.error }),
  duration_ms: step.duration_ms,
});
