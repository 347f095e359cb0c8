import { Controller, Extension, Get, Route, Tags } from '@tsoa/runtime';
import type { Call } from '../http/call.js';
import type { SignInWaysView } from './consoleSessionContract.js';

/** What the page that signs people in can offer them. */
@Route('console/sign-in')
@Tags('Open paths')
export class SignInWaysController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * How people sign in here: with an API key, and with an account of their own where the installation has an identity provider. A browser that goes to
   * `/console/login` is sent there, and comes back signed in.
   * @summary How people sign in
   */
  @Get()
  @Extension('x-open-path', true)
  getSignInWays(): Promise<SignInWaysView> {
    return Promise.resolve({ oidc: this.call.services.config.oidc !== undefined });
  }
}
