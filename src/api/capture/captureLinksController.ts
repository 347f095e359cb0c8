import {
  Body,
  Controller,
  Delete,
  Extension,
  Get,
  Path,
  Post,
  Response,
  Route,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { CaptureLink } from '../../domain/capture/index.js';
import type { Uuid } from '../../domain/core/text.js';
import type { CaseSummary } from '../../domain/cases/index.js';
import type { Call } from '../http/call.js';
import type { ErrorBody } from '../http/textContract.js';
import type { CaptureLinkView, MadeCaptureLinkView, MakeCaptureLinkBody } from './captureLinkContract.js';

/** Links that are shown of a case, the newest. */
const MOST_SHOWN = 100;

const DEFAULT_TTL_MINUTES = 24 * 60;

/** Links with which customers hand in the documents of a case themselves. */
@Route('v1/cases')
@Tags('Capture')
@Response<ErrorBody>(404, 'There is no such case or link', { detail: 'There is no case with this id' })
export class CaptureLinksController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Makes a link for the customer of a case that collects: whoever has its token can add to that case, and see what it still needs, until its time or its
   * submissions are over, the case takes nothing more, or it is deleted. The token is shown this once.
   * @summary Make a link for a customer
   * @param session_id The case
   */
  @Post('{session_id}/links')
  @Extension('x-never-stored', ['token', 'url'])
  @SuccessResponse(201, 'The link, with its token')
  @Response<ErrorBody>(409, 'The case takes no documents', {
    detail: 'The case is completed, so it takes no documents by a link',
  })
  async makeCaptureLink(@Path() session_id: Uuid, @Body() body?: MakeCaptureLinkBody): Promise<MadeCaptureLinkView> {
    const theCase = await this.findCase(session_id);
    const { ttl_minutes = DEFAULT_TTL_MINUTES, uses = 1 } = body ?? {};
    const input = { ttl_minutes, uses };
    const context = this.call.contextFor(theCase.tenant_id);
    const made = this.call.services.commands.capture.make(context, theCase.session_id, input, this.call.madeId);
    const { link, token } = await this.call.visible(made);
    this.setStatus(201);
    return { ...captureLinkView(link), ...(token !== undefined && { token, url: `/capture/${token}` }) };
  }

  /**
   * Lists the links of a case, newest first, without their tokens.
   * @summary List the links of a case
   * @param session_id The case
   */
  @Get('{session_id}/links')
  @Extension('x-read-model', 'capture_links')
  async listCaptureLinks(@Path() session_id: Uuid): Promise<CaptureLinkView[]> {
    const theCase = await this.findCase(session_id);
    const links = await this.call.services.queries.captureLinks.ofCase(theCase.session_id, MOST_SHOWN);
    return links.map(captureLinkView);
  }

  /**
   * Ends a link before its time. What was handed in with it stays.
   * @summary End a link
   * @param session_id The case
   * @param link_id The link
   */
  @Delete('{session_id}/links/{link_id}')
  @SuccessResponse(204, 'Ended')
  async endCaptureLink(@Path() session_id: Uuid, @Path() link_id: Uuid): Promise<void> {
    const theCase = await this.findCase(session_id);
    const context = this.call.contextFor(theCase.tenant_id);
    await this.call.visible(
      this.call.services.commands.capture.end(context, theCase.session_id, link_id.toLowerCase()),
    );
  }

  private findCase(id: string): Promise<CaseSummary> {
    return this.call.findOwn(this.call.services.queries.cases, id, 'case');
  }
}

const captureLinkView = ({ link_id, token_hash: _, tenant_id: __, ...link }: CaptureLink): CaptureLinkView => ({
  id: link_id,
  session_id: link.session_id,
  expires_at: link.expires_at,
  uses: link.uses,
  used: link.used,
  opened: link.opened,
  consent: link.consent,
  created_by: link.created_by,
  created_at: link.created_at,
  ended_at: link.ended_at,
});
