import type express from 'express';
import {
  Body,
  Controller,
  Delete,
  Extension,
  Get,
  Post,
  Request,
  Response,
  Route,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { Call } from '../http/call.js';
import type { SignedIn } from '../http/sessions/signIn.js';
import type { ErrorBody } from '../http/textContract.js';
import type { ConsoleSessionView, SignInBody } from './consoleSessionContract.js';

/** Browsers sign in here: from then on a cookie stands for the key, which the page needs not keep. */
@Route('console/session')
@Tags('Open paths')
export class ConsoleSessionController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Signs in with an API key. The answer sets the cookie `attest_session`, which no script sees; with it the browser may ask all that
   * the key may. What changes something must come from a page of this service. It lasts 12 hours, 30 minutes without a request, and no longer than its key.
   * @summary Sign in
   */
  @Post()
  @Extension('x-open-path', true)
  @SuccessResponse(201, 'Signed in')
  @Response<ErrorBody>(401, 'The key is none, or none any more', { detail: 'API key invalid' })
  @Response<ErrorBody>(403, 'Another site had the browser ask', {
    detail: 'With a session, only pages of this service change something: the header `Origin` names another, or none',
  })
  async beginConsoleSession(
    @Request() request: express.Request,
    @Body() body: SignInBody,
  ): Promise<ConsoleSessionView> {
    this.setStatus(201);
    return sessionView(await this.call.services.signIn.begin(request, body.api_key));
  }

  /**
   * Who has signed in with this browser. Renews the cookie where it is old.
   * @summary Show the session
   */
  @Get()
  @Extension('x-open-path', true)
  @Response<ErrorBody>(401, 'Nobody has, or the session has ended', { detail: 'The session has ended; sign in again' })
  async getConsoleSession(@Request() request: express.Request): Promise<ConsoleSessionView> {
    return sessionView(await this.call.services.signIn.current(request));
  }

  /**
   * Signs out: the cookie is good for nothing any more.
   * @summary Sign out
   */
  @Delete()
  @Extension('x-open-path', true)
  @SuccessResponse(204, 'Signed out, or was not signed in')
  @Response<ErrorBody>(403, 'Another site had the browser ask', {
    detail: 'With a session, only pages of this service change something: the header `Origin` names another, or none',
  })
  async endConsoleSession(@Request() request: express.Request): Promise<void> {
    await this.call.services.signIn.end(request);
  }
}

const sessionView = ({ tenant_id, key_id, person, scopes, mode, ends_at }: SignedIn): ConsoleSessionView => ({
  ...{ tenant_id, key_id: key_id ?? null, person: person ?? null, scopes: [...scopes], mode: mode ?? 'live' },
  ends_at: ends_at?.toISOString() ?? null,
});
