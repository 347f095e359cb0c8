import {
  Controller,
  Extension,
  Get,
  Path,
  Query,
  Request,
  Response,
  Route,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type express from 'express';
import type { Uuid } from '../../domain/core/text.js';
import type { Call } from '../http/call.js';
import { ApiError } from '../http/responses/apiError.js';
import { entityTag } from '../http/responses/sendFile.js';
import type { ErrorBody } from '../http/textContract.js';
import { fileOfCase } from './caseFile.js';
import type { PictureHeaders } from './casePageContract.js';

/** Documents of a case as pictures of their pages: whoever looks at them opens no file of somebody else. */
@Route('v1/cases')
@Tags('Cases')
@Response<ErrorBody>(404, 'There is no such case, document or page, or the page cannot be shown', {
  detail: 'The document has no page 3, or it cannot be shown',
})
export class CasePagesController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * A page of a document as a picture, made by the service and turned upright: nothing of the file itself reaches who looks at it. It shows what the file
   * shows, masked fields too. The places of values and checks are fractions of it.
   * @summary Show a page of a document
   * @param session_id The case
   * @param doc_id The document
   * @param page The page, from 1
   * @isInt page
   * @minimum page 1
   * @maximum page 10000
   * @param size Its long side: `small` has 400 pixels, `large` 2,000 where the page has as many
   */
  @Get('{session_id}/documents/{doc_id}/pages/{page}')
  @Extension('x-personal-data', true)
  @Extension('x-media-types', ['image/jpeg'])
  @Extension('x-tagged', true)
  @SuccessResponse<PictureHeaders>(200, 'The picture')
  async getCasePage(
    @Request() request: express.Request,
    @Path() session_id: Uuid,
    @Path() doc_id: Uuid,
    @Path() page: number,
    @Query() size: 'small' | 'large' = 'large',
  ): Promise<void> {
    const { object_key, tenant_id } = await fileOfCase(this.call, session_id, doc_id);
    const picture = await this.call.services.pagePictures.of({ tenant_id, object_key, page, size });
    if (!picture) throw new ApiError(404, `The document has no page ${page}, or it cannot be shown`);
    request.res
      ?.set({
        'Cache-Control': 'private, max-age=3600',
        ETag: entityTag(JSON.stringify([object_key, page, size])),
        'Attest-Pages': String(picture.pages_total),
      })
      .type('jpeg')
      .send(Buffer.from(picture.jpeg));
  }
}
