import {
  Body,
  Controller,
  Extension,
  Get,
  Path,
  Post,
  Query,
  Response,
  Route,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { validate as isUuid } from 'uuid';
import type { Simulation, SimulationDraft } from '../../commands/simulations/simulationCommands.js';
import type { AgentDefinitionGiven } from '../../domain/agents/index.js';
import type { TenantId, Uuid } from '../../domain/core/text.js';
import type { OutcomeDifference } from '../../domain/cases/index.js';
import type { ContextId } from '../documentTypes/documentTypeContract.js';
import { configOf } from '../documentTypes/documentTypesController.js';
import type { Call } from '../http/call.js';
import { ApiError } from '../http/responses/apiError.js';
import type { ErrorBody } from '../http/textContract.js';
import type {
  SimulateAgentBody,
  SimulateDocumentTypeBody,
  SimulatedSearch,
  SimulationBegun,
  SimulationView,
} from './simulationContract.js';

const KIND = 'simulation';
const TOO_MANY = {
  detail: 'The tenant has 3 simulations running, and runs no more at a time; wait for one to end, or cancel it',
};
const UNREADABLE = {
  detail: 'The field `query` cannot be read at character 16 (from 1): expected `(`, a value or `{`',
};
const NONE = { detail: 'There is no simulation with this id' };

/** What would change: past documents and cases judged by a draft, of which nothing is written but the report. */
@Route('v1')
@Tags('Simulations')
export class SimulationsController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Judges past cases of an agent by a draft of it, and says which decisions would be different. Each is judged as of its own moment; the draft is not
   * saved, and held to all that saving it would be. Trials are looked at only where the search names `mode`.
   * @summary Simulate a draft of an agent
   * @param agent_id The agent
   */
  @Post('agents/{agent_id}/simulate')
  @Extension('x-location', '/v1/simulations/{id}')
  @SuccessResponse(202, 'The simulation, which goes on')
  @Response<ErrorBody>(404, 'There is no such agent', { detail: 'There is no agent with this id' })
  @Response<ErrorBody>(409, 'Too many simulations run', TOO_MANY)
  @Response<ErrorBody>(422, 'The draft could not be saved, or the search is wrong', UNREADABLE)
  async simulateAgent(@Path() agent_id: Uuid, @Body() body: SimulateAgentBody): Promise<SimulationBegun> {
    const { id, tenant_id } = await this.call.findOwn(this.call.services.queries.agents, agent_id, 'agent');
    const { name, version, allow_cloud, deployed, definition } = body.draft;
    const changes = {
      name,
      version,
      allow_cloud,
      deployed,
      definition: definition as AgentDefinitionGiven | undefined,
    };
    return this.begin(tenant_id, { kind: 'agent', id, changes }, body.search);
  }

  /**
   * Holds past documents of a type to a draft of it, and says which would be valid or not, and which decisions of their cases would be different. What
   * was read is taken as it is: nothing is read again. The draft is not saved, and held to all that saving it would be.
   * @summary Simulate a draft of a document type
   * @param context_id The document type
   * @param tenant_id Tenant it belongs to; the key's own when left out
   */
  @Post('document-types/{context_id}/simulate')
  @Extension('x-location', '/v1/simulations/{id}')
  @SuccessResponse(202, 'The simulation, which goes on')
  @Response<ErrorBody>(404, 'There is no such document type', { detail: 'There is no document type passport' })
  @Response<ErrorBody>(409, 'Too many simulations run', TOO_MANY)
  @Response<ErrorBody>(422, 'The draft could not be saved, or the search is wrong', UNREADABLE)
  async simulateDocumentType(
    @Path() context_id: ContextId,
    @Body() body: SimulateDocumentTypeBody,
    @Query() tenant_id?: TenantId,
  ): Promise<SimulationBegun> {
    const id = { tenant_id: this.call.tenantFor(tenant_id), context_id };
    return this.begin(id.tenant_id, { kind: 'document_type', id, changes: configOf(body.draft) }, body.search);
  }

  /**
   * How far a simulation is, and what differs by now. It is forgotten four weeks after it began, and what it says of a case when that is erased.
   * @summary Get a simulation
   * @param simulation_id The simulation
   * @param limit How many differences at most
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 1000
   * @param after `next` of the page before
   * @maxLength after 200
   */
  @Get('simulations/{simulation_id}')
  @Extension('x-personal-data', true)
  @Extension('x-tagged', true)
  @Response<ErrorBody>(404, 'There is no such simulation', NONE)
  @Response<ErrorBody>(422, 'A value is not acceptable', {
    detail: 'The parameter `after` must be the `next` of an answer of this simulation',
  })
  async getSimulation(
    @Path() simulation_id: Uuid,
    @Query() limit = 200,
    @Query() after?: string,
  ): Promise<SimulationView> {
    return this.shown(await this.find(simulation_id), limit, after);
  }

  /**
   * Ends a simulation that is running: it has failed, with `cancelled` as its error. What it found stays.
   * @summary Cancel a simulation
   * @param simulation_id The simulation
   */
  @Post('simulations/{simulation_id}/cancel')
  @SuccessResponse(200, 'The simulation')
  @Response<ErrorBody>(404, 'There is no such simulation', NONE)
  @Response<ErrorBody>(409, 'It has ended', { detail: 'The simulation has ended, so it cannot be cancelled' })
  async cancelSimulation(@Path() simulation_id: Uuid): Promise<SimulationView> {
    const { id } = await this.find(simulation_id);
    return this.shown(await this.call.services.commands.simulations.cancel(id), 200);
  }

  private find(id: string): Promise<Simulation> {
    return this.call.findOwn({ find: this.call.services.commands.simulations.find }, id, KIND);
  }

  private async begin(tenant_id: string, draft: SimulationDraft, search: SimulatedSearch): Promise<SimulationBegun> {
    const { simulations } = this.call.services.commands;
    const { kind, query = '', filters = [], time = null } = search;
    const asked = { tenant_id, draft, search: { kind, query, filters, time } };
    const { id, status } = await simulations.start(asked, this.call.madeId);
    this.setStatus(202);
    return { id, status };
  }

  private async shown(simulation: Simulation, limit: number, after?: string): Promise<SimulationView> {
    const { simulations } = this.call.services.commands;
    const found = await simulations.differences(simulation.id, limit + 1, after === undefined ? after : endIn(after));
    const differences = found.slice(0, limit);
    const last = differences.at(-1);
    return { ...simulation, differences, next: found.length > limit && last ? endOf(last) : null };
  }
}

const endOf = ({ session_id, doc_id }: Pick<OutcomeDifference, 'session_id' | 'doc_id'>): string =>
  Buffer.from(`${session_id} ${doc_id ?? ''}`).toString('base64url');

function endIn(after: string): Pick<OutcomeDifference, 'session_id' | 'doc_id'> {
  const [session_id = '', doc_id = '', ...more] = Buffer.from(after, 'base64url').toString().split(' ');
  if (more.length > 0 || !isUuid(session_id) || (doc_id !== '' && !isUuid(doc_id))) {
    throw new ApiError(422, 'The parameter `after` must be the `next` of an answer of this simulation');
  }
  return { session_id, doc_id: doc_id === '' ? null : doc_id };
}
