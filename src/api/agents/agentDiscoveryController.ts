import { Body, Controller, Post, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import { samplesOf } from '../documentTypes/documentTypeDiscoveryController.js';
import type { Call } from '../http/call.js';
import type { ErrorBody } from '../http/textContract.js';
import type { BuiltAgentView } from './savedAgentContract.js';
import type { DiscoverAgentBody } from './agentDiscoveryContract.js';
import { savedAgentView } from './agentsController.js';

/** Agents that are made from samples. */
@Route('v1/agents')
@Tags('Agents')
export class AgentDiscoveryController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Reads samples, finds the document type of each, makes the types that there are not, and builds the agent: all of it or nothing, also where the service is
   * stopped over it. Samples of no known type that are alike become one type, as `POST /v1/document-types/discover` would propose it. Nothing of a sample is kept.
   * @summary Discover an agent from samples
   */
  @Post('discover')
  @SuccessResponse(200, 'The agent')
  @Response<ErrorBody>(409, 'Somebody made a document type of the same name meanwhile; nothing was made', {
    detail: 'The document type club_pass exists already',
  })
  @Response<ErrorBody>(413, 'A sample is larger than 20 MiB, or the body than 64 MiB', {
    detail: 'The field `documents.0.data` holds a file of more than 20 MiB',
  })
  @Response<ErrorBody>(415, 'The content of a sample is of no accepted kind', {
    detail:
      'The field `documents.0.data` must hold a JPEG, PNG, WebP, TIFF, BMP, GIF or PDF file; its content is none of these',
  })
  @Response<ErrorBody>(422, 'A sample cannot be read, or shows nothing that could be a field; nothing was made', {
    detail:
      'The field `documents.0.data` holds a sample that shows no label and no value that could be a field of a type',
  })
  @Response<ErrorBody>(503, 'The engine is not available; nothing was made', {
    detail: 'The document engine cannot take more work now; try again in a moment',
  })
  async discoverAgent(@Body() body: DiscoverAgentBody): Promise<BuiltAgentView> {
    const samples = await samplesOf(body.documents);
    const tenant_id = this.call.tenantFor(body.tenant_id);
    const { name, cross_match_fields, pipeline, deploy, allow_cloud: allows_cloud } = body;
    const how = { name, cross_match_fields, pipeline, deploy, allows_cloud };
    const input = { tenant_id, samples, ...how, id: this.call.madeId };
    const { agentDiscovery } = this.call.services.commands;
    const built = await this.call.visible(agentDiscovery.discover(this.call.contextFor(tenant_id), input));
    return { ...built, agent: await savedAgentView(this.call, built.agent) };
  }
}
