import { Body, Controller, Path, Post, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type { Uuid } from '../../domain/core/text.js';
import type { Call } from '../http/call.js';
import type { EraseBody } from '../http/erasureContract.js';
import type { ErrorBody } from '../http/textContract.js';
import type { ExecutionErasureView } from './executionContract.js';

/** What an execution holds of a person can be erased; that there was one stays known. */
@Route('v1/pipeline/executions')
@Tags('Pipelines and executions')
@Response<ErrorBody>(404, 'There is no such execution', { detail: 'There is no execution with this id' })
export class ExecutionErasureController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Forgets what an execution read, its documents, its `metadata`, what a webhook said of it, and the answers that are kept of it for a repeated request. Saved
   * searches of the tenant that name the person lose what they ask. Its data key is destroyed, so that no back-up of the log or of the documents brings anything
   * back. Ids, times, document types and the status stay. Runs of agents are erased in the same way. It cannot be undone. The answer is a certificate, which a key
   * of `GET /v1/signing-keys` verifies; asked for again, it is the same one.
   * @summary Erase an execution
   * @param execution_id The execution
   */
  @Post('{execution_id}/erase')
  @SuccessResponse(200, 'The certificate of what was erased')
  @Response<ErrorBody>(409, 'It is still running', {
    detail: 'The execution is still running; erase it once it has ended',
  })
  async eraseExecution(@Path() execution_id: Uuid, @Body() body?: EraseBody): Promise<ExecutionErasureView> {
    const { executions } = this.call.services.commands;
    const known = await this.call.findOwn({ find: executions.findToErase }, execution_id, 'execution');
    const context = this.call.contextFor(known.tenant_id);
    return this.call.visible(executions.erase(context, known.execution_id, body?.reason));
  }
}
