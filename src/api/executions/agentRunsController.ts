import { Body, Controller, Post, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type { RunFile, RunFiles } from '../../commands/executions/agentRunFiles.js';
import type { Execution } from '../../domain/executions/execution.js';
import { archiveType } from '../../platform/archives/unpackArchive.js';
import type { Call } from '../http/call.js';
import { describedExecution } from './describedExecution.js';
import type { AgentRunView, RunAgentBody } from './agentRunContract.js';
import type { ErrorBody } from '../http/textContract.js';
import { decodeDocument, decodeFile } from '../http/requests/decodeDocument.js';
import { metadataOf } from '../http/requests/metadata.js';
import { ApiError } from '../http/responses/apiError.js';

/** Most base64 that is processed behind the answer, in characters: about 1.5 MB. */
const MOST_BEHIND_THE_ANSWER = 1_500_000;

/** An agent run reads and judges documents as a case would, in one request. */
@Route('v1/agent')
@Tags('Pipelines and executions')
@Response<ErrorBody>(404, 'The tenant has no agent for the goal', {
  detail: 'There is no agent for the goal onboarding',
})
export class AgentRunsController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Runs documents, or an archive of them, through an agent: each is classified, read and validated, then all are compared and judged. What of an archive is passed over is
   * named in `result.skipped`. With `sync: false` the answer is `running` at once; poll the execution, or give a `webhook_url` that the outcome is posted to.
   * @summary Run documents through an agent
   */
  @Post('run')
  @SuccessResponse(200, 'The execution')
  @Response<ErrorBody>(400, 'The agent is not deployed or cannot work, or the archive holds nothing that can be used', {
    detail: 'The archive holds no file of an accepted kind',
  })
  @Response<ErrorBody>(413, 'A document is larger than 20 MiB, the body than 64 MiB, or the archive than it may be', {
    detail: 'The field `archive.data` holds an archive that has more than 200 files',
  })
  @Response<ErrorBody>(415, 'The content of a document is of no accepted kind', {
    detail:
      'The field `documents.0.data` must hold a JPEG, PNG, WebP, TIFF, BMP, GIF or PDF file; its content is none of these',
  })
  @Response<ErrorBody>(503, 'The broker for asynchronous runs, or the engine, is not available', {
    detail: 'The message broker cannot be reached; try again in a moment',
  })
  async runAgent(@Body() body: RunAgentBody): Promise<AgentRunView> {
    const { commands, bus } = this.call.services;
    const metadata = metadataOf(body.metadata);
    const files = await filesOf(body);
    const tenant_id = this.call.tenantFor(body.tenant_id);
    const context = this.call.contextFor(tenant_id);
    const run = {
      ...{ tenant_id, goal: body.goal, files, metadata, execution_id: this.call.madeId },
      ...(body.sync === false && { webhook_url: body.webhook_url }),
    };
    if (body.sync !== false || payloadOf(body) > MOST_BEHIND_THE_ANSWER) {
      return this.shown(await this.call.visible(commands.agentRuns.run(context, run)));
    }
    await bus.ping(); // accepted work must be able to go on its way
    return this.shown(await this.call.visible(commands.agentRuns.accept(context, run)));
  }

  private shown(execution: Execution): AgentRunView {
    const view = describedExecution({ ...execution, mode: this.call.mode });
    return { ...view, phases: view.phases ?? [] } as AgentRunView;
  }
}

/** @throws ApiError 413, 415, 422 */
async function filesOf({ documents = [], archive }: RunAgentBody): Promise<RunFiles> {
  if (archive && documents.length > 0) {
    throw new ApiError(422, 'The fields `documents` and `archive` must not both be given; send one of them');
  }
  if (archive) {
    const bytes = await decodeFile(archive.data, 'archive.data');
    const mime_type = archiveType(bytes) ?? 'application/octet-stream';
    return { archive: { bytes, mime_type, filename: archive.filename ?? '' } };
  }
  if (documents.length === 0) {
    throw new ApiError(422, 'The field `documents` must hold at least one document, unless `archive` is given');
  }
  const decoded: RunFile[] = [];
  for (const [index, { data, filename }] of documents.entries()) {
    decoded.push({ ...(await decodeDocument(data, `documents.${index}.data`)), filename });
  }
  return { documents: decoded };
}

const payloadOf = ({ documents = [], archive }: RunAgentBody): number =>
  documents.reduce((sum, { data }) => sum + data.length, archive?.data.length ?? 0);
