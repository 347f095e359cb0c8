import { Controller, Extension, Get, Route, Tags } from '@tsoa/runtime';
import type { Call } from '../http/call.js';
import type { SigningKeysView } from './signingKeyContract.js';

/** What the service signs can be verified by everybody. */
@Route('v1/signing-keys')
@Tags('Open paths')
export class SigningKeysController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * The public keys that certificates of erasures are verified with, as a JWK set. Needs no key, so that an auditor can verify one without access to anything
   * else. A key that is replaced stays in the set.
   * @summary Keys to verify certificates with
   */
  @Get()
  @Extension('x-open-path', true)
  async getSigningKeys(): Promise<SigningKeysView> {
    return { keys: await this.call.services.certificates.publicKeys() };
  }
}
