import { Body, Controller, Path, Post, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type { Uuid } from '../../domain/core/text.js';
import type { Call } from '../http/call.js';
import type { EraseBody } from '../http/erasureContract.js';
import type { ErrorBody } from '../http/textContract.js';
import type { CaseErasureView } from './caseContract.js';

/** What a case holds of a person can be erased; that there was a case stays known. */
@Route('v1/cases')
@Tags('Cases')
@Response<ErrorBody>(404, 'There is no such case', { detail: 'There is no case with this id' })
export class CaseErasureController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Forgets what was read and said in a case, its documents, its `client_reference_id`, its report, and the answers that are kept of it for a repeated request; in the
   * replays of the case too. Saved searches of the tenant that name the person lose what they ask. Its data key is destroyed, so that no back-up of the log or of the documents brings anything back. A case that collects ends by it. Ids,
   * times, document types and the status stay, and who erased it, when and why. It cannot be undone. The answer is a certificate, which a key of `GET /v1/signing-keys`
   * verifies; asked for again, it is the same one.
   * @summary Erase a case
   * @param session_id The case
   */
  @Post('{session_id}/erase')
  @SuccessResponse(200, 'The certificate of what was erased')
  @Response<ErrorBody>(409, 'The case is being changed by others at the same time', {
    detail: 'It is being changed by others at the same time; try again',
  })
  async eraseCase(@Path() session_id: Uuid, @Body() body?: EraseBody): Promise<CaseErasureView> {
    const { cases } = this.call.services.commands;
    const theCase = await this.call.findOwn({ find: cases.findToErase }, session_id, 'case');
    const context = this.call.contextFor(theCase.tenant_id);
    const erasure = await this.call.visible(cases.erase(context, theCase.session_id, body?.reason));
    return { ...erasure, replays: [...erasure.replays] };
  }
}
