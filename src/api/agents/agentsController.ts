import {
  Body,
  Controller,
  Delete,
  Extension,
  Get,
  Header,
  Patch,
  Path,
  Post,
  Put,
  Query,
  Response,
  Route,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { AtRevision, Committed } from '../../commands/core/context.js';
import type { Agent } from '../../domain/agents/agent.js';
import type { AgentDefinitionGiven } from '../../domain/agents/agentDefinition.js';
import type { Call } from '../http/call.js';
import { CHANGED, type ChangedHeaders, etagOf, revisionsOf } from '../http/etag.js';
import type {
  AgentChangesBody,
  AgentDefinitionBody,
  AgentVersionView,
  AgentView,
  BuildAgentBody,
  CreateAgentBody,
} from './agentContract.js';
import type { AgentRow } from '../../projections/agents/agentsProjection.js';
import type { AsOf } from '../../projections/core/asOf.js';
import type { PastMoment, TenantId, Uuid } from '../../domain/core/text.js';
import type { ErrorBody } from '../http/textContract.js';
import type { BuiltAgentView, SavedAgentView } from './savedAgentContract.js';

/** An agent is the configuration of one verification goal: what to collect, how to read it, and what must agree. */
@Route('v1/agents')
@Tags('Agents')
export class AgentsController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Creates an agent for a goal. A tenant has one agent per goal.
   * @summary Create an agent
   */
  @Post()
  @Extension('x-location', '/v1/agents/{id}')
  @SuccessResponse(201, 'The agent')
  @Response<ErrorBody>(409, 'The tenant has an agent for that goal', {
    detail: 'The tenant has an agent for the goal client_onboarding already',
  })
  async createAgent(@Body() body: CreateAgentBody): Promise<SavedAgentView> {
    const { goal, name, version, allow_cloud, deployed } = body;
    const tenant_id = this.call.tenantFor(body.tenant_id);
    const definition = definitionOf(body.definition);
    const agent = { tenant_id, goal, name, definition, version, allow_cloud, deployed, id: this.call.madeId };
    const { agents } = this.call.services.commands;
    return savedAgentView(this.call, await this.call.visible(agents.create(this.call.contextFor(tenant_id), agent)));
  }

  /**
   * Lists agents, newest first, as they are or as they were.
   * @summary List agents
   * @param tenant_id Tenant whose agents are listed; empty or left out: all that the key may see
   * @param as_of Lists what there was then, also what was deleted since
   */
  @Get()
  @Extension('x-read-model', 'agents')
  async listAgents(@Query() tenant_id?: TenantId, @Query() as_of?: PastMoment): Promise<AgentView[]> {
    const { agents, pastAgents } = this.call.services.queries;
    const filter = { tenant_id: this.call.tenantFilter(tenant_id) };
    const asOf = await this.call.asOf(as_of);
    const found = asOf ? await this.call.pastList(() => pastAgents.list(filter, asOf)) : await agents.list(filter);
    return found.map(agentView);
  }

  /**
   * One agent, as it is or as it was; also one that was deleted since.
   * @summary Get an agent
   * @param agent_id The agent
   * @param as_of Tells what was true then; 404 where it was not there yet
   */
  @Get('{agent_id}')
  @Extension('x-tagged', true)
  @Response<ErrorBody>(404, 'There is no such agent', { detail: 'There is no agent with this id' })
  async getAgent(@Path() agent_id: Uuid, @Query() as_of?: PastMoment): Promise<AgentView> {
    const asOf = await this.call.asOf(as_of);
    const agent = await this.findAgent(agent_id, asOf);
    const view = agentView(agent);
    // What it was is none that can be changed.
    if (!asOf) this.setHeader('ETag', etagOf(agent.revision, view));
    return view;
  }

  /**
   * Changes an agent. What was before is kept as a version that it can be rolled back to; `version` changes only when it is given.
   * @summary Update an agent
   * @param agent_id The agent
   * @param if_match `ETag` of the agent as it was read: where it has changed since, nothing is changed
   */
  @Put('{agent_id}')
  @SuccessResponse<ChangedHeaders>(200, 'The agent')
  @Response<ErrorBody>(400, 'It was changed too often, or its versions are too large together', {
    detail: 'The agent was changed 1000 times, and each is kept; make a new one',
  })
  @Response<ErrorBody>(404, 'There is no such agent', { detail: 'There is no agent with this id' })
  @Response<ErrorBody>(412, 'It has changed since it was read', CHANGED)
  async updateAgent(
    @Path() agent_id: Uuid,
    @Body() body: AgentChangesBody,
    @Header('If-Match') if_match?: string,
  ): Promise<SavedAgentView> {
    const { id, tenant_id } = await this.findAgent(agent_id);
    const { name, version, allow_cloud, deployed } = body;
    const changes = { name, version, allow_cloud, deployed, definition: definitionOf(body.definition) };
    const { agents } = this.call.services.commands;
    const updated = agents.update(this.call.contextFor(tenant_id), id, changes, revisionsOf(if_match));
    return savedAgentView(this.call, await this.changed(updated));
  }

  /**
   * Deletes an agent and frees its goal. Cases that were opened with it go on.
   * @summary Delete an agent
   * @param agent_id The agent
   * @param if_match `ETag` of the agent as it was read: where it has changed since, nothing is deleted
   */
  @Delete('{agent_id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(404, 'There is no such agent', { detail: 'There is no agent with this id' })
  @Response<ErrorBody>(412, 'It has changed since it was read', CHANGED)
  async deleteAgent(@Path() agent_id: Uuid, @Header('If-Match') if_match?: string): Promise<void> {
    const { id, tenant_id } = await this.findAgent(agent_id);
    const { agents } = this.call.services.commands;
    await this.call.visible(agents.remove(this.call.contextFor(tenant_id), id, revisionsOf(if_match)));
  }

  /**
   * Deploys an agent, or takes it back. Only a deployed agent takes new cases and runs.
   * @summary Deploy an agent
   * @param agent_id The agent
   * @param deploy Whether it is to be deployed
   * @param if_match `ETag` of the agent as it was read: where it has changed since, nothing is changed
   */
  @Patch('{agent_id}/deploy')
  @SuccessResponse<ChangedHeaders>(200, 'The agent')
  @Response<ErrorBody>(404, 'There is no such agent', { detail: 'There is no agent with this id' })
  @Response<ErrorBody>(412, 'It has changed since it was read', CHANGED)
  async deployAgent(
    @Path() agent_id: Uuid,
    @Query() deploy: boolean,
    @Header('If-Match') if_match?: string,
  ): Promise<AgentView> {
    const { id, tenant_id } = await this.findAgent(agent_id);
    const { agents } = this.call.services.commands;
    const deployed = agents.deploy(this.call.contextFor(tenant_id), id, deploy, revisionsOf(if_match));
    return agentView(await this.changed(deployed));
  }

  /**
   * What an agent was before each of its updates and rollbacks, newest first.
   * @summary List the versions of an agent
   * @param agent_id The agent
   */
  @Get('{agent_id}/versions')
  @Extension('x-read-model', 'agent_versions')
  @Response<ErrorBody>(404, 'There is no such agent', { detail: 'There is no agent with this id' })
  async listAgentVersions(@Path() agent_id: Uuid): Promise<AgentVersionView[]> {
    const { id } = await this.findAgent(agent_id);
    return this.call.services.queries.agentVersions.list(id);
  }

  /**
   * Makes name, definition and version those of an earlier version. What was before is kept as a version too, so that a rollback can be rolled back. `deployed` and
   * `allow_cloud` stay as they are.
   * @summary Roll an agent back
   * @param agent_id The agent
   * @param version_id The version to restore
   * @param if_match `ETag` of the agent as it was read: where it has changed since, nothing is changed
   */
  @Post('{agent_id}/rollback/{version_id}')
  @SuccessResponse<ChangedHeaders>(200, 'The agent')
  @Response<ErrorBody>(400, 'It was changed too often, or its versions are too large together', {
    detail: 'The agent was changed 1000 times, and each is kept; make a new one',
  })
  @Response<ErrorBody>(404, 'There is no such agent, or it has no such version', {
    detail: 'There is no version of the agent with this id',
  })
  @Response<ErrorBody>(412, 'It has changed since it was read', CHANGED)
  async rollBackAgent(
    @Path() agent_id: Uuid,
    @Path() version_id: Uuid,
    @Header('If-Match') if_match?: string,
  ): Promise<SavedAgentView> {
    const { id, tenant_id } = await this.findAgent(agent_id);
    const { agents } = this.call.services.commands;
    const context = this.call.contextFor(tenant_id);
    const rolledBack = agents.rollBack(context, id, version_id.toLowerCase(), revisionsOf(if_match));
    return savedAgentView(this.call, await this.changed(rolledBack));
  }

  /**
   * Builds an agent from document types that there are: aliases from what the types are called and recognised by, and the fields that must agree from what their
   * schemas share.
   * @summary Build an agent from document types
   */
  @Post('build')
  @SuccessResponse(200, 'The agent')
  @Response<ErrorBody>(400, 'One of the document types does not exist', {
    detail: 'There is no document type pasport',
  })
  @Response<ErrorBody>(409, 'The tenant has an agent for the given goal', {
    detail: 'The tenant has an agent for the goal client_onboarding already',
  })
  async buildAgent(@Body() body: BuildAgentBody): Promise<BuiltAgentView> {
    const { name, context_ids, goal, cross_match_fields, pipeline, deploy } = body;
    const tenant_id = this.call.tenantFor(body.tenant_id);
    const input = { tenant_id, name, context_ids, goal, cross_match_fields, pipeline, deploy, id: this.call.madeId };
    const { agents } = this.call.services.commands;
    const built = await this.call.visible(agents.build(this.call.contextFor(tenant_id), input));
    return { ...built, agent: await savedAgentView(this.call, built.agent) };
  }

  /** An agent once its change is seen, which the answer says the tag of. */
  private async changed(change: Promise<Committed<AtRevision<Agent>>>): Promise<Agent> {
    const agent = await this.call.visible(change);
    this.setHeader('ETag', etagOf(agent.revision, agentView(agent)));
    return agent;
  }

  private findAgent(id: string, asOf?: AsOf): Promise<AgentRow> {
    return this.call.findOwn(this.call.services.queries.agents, id, 'agent', asOf);
  }
}

/** What came out of JSON is JSON. */
const definitionOf = (body: AgentDefinitionBody | undefined): AgentDefinitionGiven | undefined =>
  body as AgentDefinitionGiven | undefined;

/** An agent as it is shown. */
export const agentView = (agent: Agent): AgentView => ({
  id: agent.id,
  tenant_id: agent.tenant_id,
  goal: agent.goal,
  name: agent.name,
  version: agent.version,
  definition: agent.definition,
  allow_cloud: agent.allow_cloud,
  deployed: agent.deployed,
  created_at: agent.created_at,
  updated_at: agent.updated_at,
});

/** An agent that was just saved as it is shown, with what in it is perhaps not meant. */
export async function savedAgentView({ services }: Pick<Call, 'services'>, agent: Agent): Promise<SavedAgentView> {
  const warnings = await services.commands.agents.warnings(agent);
  return { ...agentView(agent), ...(warnings.length > 0 && { warnings }) };
}
