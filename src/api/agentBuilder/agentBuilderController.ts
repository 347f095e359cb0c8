import { Body, Controller, Extension, Get, Path, Post, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type { BuilderSuggestion } from '../../commands/agentBuilder/builderSuggestions.js';
import { type BuilderSession, endsAt, missingAt, takenNow } from '../../domain/agentBuilder/index.js';
import { noneWithThisId } from '../../domain/core/decider.js';
import { isBlank, type Uuid } from '../../domain/core/text.js';
import { samplesOf } from '../documentTypes/documentTypeDiscoveryController.js';
import type { Call } from '../http/call.js';
import { ApiError } from '../http/responses/apiError.js';
import type { ErrorBody } from '../http/textContract.js';
import type {
  BuilderActionBody,
  BuilderChatBody,
  BuilderChatView,
  BuilderView,
  StartBuilderBody,
} from './agentBuilderContract.js';
import { builderActionOf } from './builderAction.js';

const NONE = { detail: 'There is no builder session with this id' };

/** The wizard: a session in which an agent is drafted step by step, over as many days as it takes, and then built. */
@Route('v1/agents/builder')
@Tags('Agents')
export class AgentBuilderController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Starts a session of the wizard. It ends 14 days after its last change.
   * @summary Start the builder wizard
   */
  @Post('start')
  @Extension('x-location', '/v1/agents/builder/{builder_id}')
  @SuccessResponse(201, 'The session')
  async startBuilder(@Body() body?: StartBuilderBody): Promise<BuilderView> {
    const tenant_id = this.call.tenantFor(body?.tenant_id);
    const input = { tenant_id, mode: body?.mode ?? 'guided', id: this.call.madeId } as const;
    const { agentBuilder } = this.call.services.commands;
    return this.view(await this.call.visible(agentBuilder.start(this.call.contextFor(tenant_id), input)));
  }

  /**
   * A session, with what could be done next.
   * @summary Get a builder session
   * @param builder_id The session
   */
  @Get('{builder_id}')
  @Extension('x-tagged', true)
  @Response<ErrorBody>(404, 'There is no such session', NONE)
  async getBuilder(@Path() builder_id: Uuid): Promise<BuilderView> {
    const { id } = await this.own(builder_id);
    return this.view(await this.call.services.commands.agentBuilder.find(id));
  }

  /**
   * Does one action in a session. `build` makes the very agent that `POST /v1/agents/build` makes of the same; asked for again after it was broken off it
   * goes on, and never makes a second one. A document type that `create_document_type` makes is there at once, whatever becomes of the session.
   * @summary Do an action in a builder session
   * @param builder_id The session
   */
  @Post('{builder_id}/action')
  @SuccessResponse(200, 'The session')
  @Response<ErrorBody>(400, 'The session does not take the action now, or it names an unknown document type', {
    detail: 'The step goal does not take the action build; it takes: set_goal, set_name, next, cancel',
  })
  @Response<ErrorBody>(404, 'There is no such session', NONE)
  @Response<ErrorBody>(409, 'The session is over, or the goal or document type is taken', {
    detail: 'The session was cancelled; start a new one',
  })
  async actInBuilder(@Path() builder_id: Uuid, @Body() body: BuilderActionBody): Promise<BuilderView> {
    const action = builderActionOf(body);
    const { id, tenant_id } = await this.own(builder_id);
    const { agentBuilder } = this.call.services.commands;
    return this.view(await this.call.visible(agentBuilder.act(this.call.contextFor(tenant_id), id, action)));
  }

  /**
   * Says something in a session: sentences become its actions, done one after the other up to the first that it refuses, and the types that attached samples are of
   * are added. A guided session goes to the step that an action is taken at, as far as each step on the way has what it needs. Nothing is built or cancelled for a
   * question. No language model is asked; what is said and attached is not kept.
   * @summary Talk to the builder wizard
   * @param builder_id The session
   */
  @Post('{builder_id}/chat')
  @SuccessResponse(200, 'The reply')
  @Response<ErrorBody>(404, 'There is no such session', NONE)
  @Response<ErrorBody>(409, 'The session is over, or its agent is being built', {
    detail: 'The session was cancelled; start a new one',
  })
  @Response<ErrorBody>(413, 'An attachment is larger than 20 MiB, or the body than 64 MiB', {
    detail: 'The field `attachments.0.data` holds a file of more than 20 MiB',
  })
  @Response<ErrorBody>(415, 'The content of an attachment is of no accepted kind', {
    detail:
      'The field `attachments.0.data` must hold a JPEG, PNG, WebP, TIFF, BMP, GIF or PDF file; its content is none of these',
  })
  @Response<ErrorBody>(503, 'The engine, which attachments are read with, is not available', {
    detail: 'The document engine cannot take more work now; try again in a moment',
  })
  async chatInBuilder(@Path() builder_id: Uuid, @Body() body: BuilderChatBody): Promise<BuilderChatView> {
    const { message } = body;
    if (isBlank(message)) throw new ApiError(422, 'The field `message` must not be blank');
    const attachments = await samplesOf(body.attachments ?? [], 'attachments');
    const { id, tenant_id } = await this.own(builder_id);
    const { builderChat } = this.call.services.commands;
    const said = await this.call.visible(
      builderChat.chat(this.call.contextFor(tenant_id), id, { message, attachments }),
    );
    const { state, step } = builderView(said.session, [], this.call.services.clock().toISOString());
    return { reply: said.reply, state, step, actions: said.actions };
  }

  /** @throws DomainError `not_found` where there is none, or the caller may not see it: nobody can tell which */
  private async own(builderId: string): Promise<{ id: string; tenant_id: string }> {
    const id = builderId.toLowerCase();
    const tenant_id = await this.call.services.commands.agentBuilder.tenantOf(id);
    if (tenant_id === undefined || !this.call.maySee(tenant_id)) throw noneWithThisId('builder session');
    return { id, tenant_id };
  }

  private async view(session: BuilderSession): Promise<BuilderView> {
    const suggestions = await this.call.services.commands.agentBuilder.suggest(session);
    return builderView(session, suggestions, this.call.services.clock().toISOString());
  }
}

function builderView(session: BuilderSession, suggestions: BuilderSuggestion[], now: string): BuilderView {
  const { builder_id, tenant_id, mode, step, draft, building, refusal, cancelled } = session;
  return {
    ...{ builder_id, tenant_id, mode, step },
    state: {
      ...draft,
      allowed_actions: takenNow(session, now),
      missing: missingAt(step, draft) ?? null,
      building: building !== null,
      ...{ refusal, cancelled, ends_at: endsAt(session) },
    },
    suggestions,
    ...{ agent_id: session.agent_id, created_at: session.created_at, updated_at: session.updated_at },
  };
}
