import { Body, Controller, Extension, Get, Path, Post, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type { FaceBulk, FaceBulkCommands } from '../../commands/faceBulk/faceBulkCommands.js';
import { SEARCH_THRESHOLD } from '../../commands/faces/searchFaces.js';
import type { Uuid } from '../../domain/core/text.js';
import { assertFaceDatabase } from '../../domain/faces/index.js';
import { pictureIn } from '../faces/pictureIn.js';
import type { Call } from '../http/call.js';
import type { ErrorBody } from '../http/textContract.js';
import type { FaceBulkBegun, FaceBulkBody, FaceBulkView } from './faceBulkContract.js';
import { faceBulkView } from './faceBulkView.js';

const NONE = { detail: 'There is no bulk search with this id' };

/**
 * Many faces looked for in registers, one after the other, in the background. Its folder comes behind that of the registers by its name, and is so registered
 * before it: `bulk/{job_id}` would be a face of a register there.
 */
@Route('api/v1/face/bulk')
@Tags('Faces')
export class FaceBulkController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Looks for the largest face of each of up to 1,000 pictures, each as `search` would, in the background. A picture that shows no face, or does not decode, is
   * the `error` of its probe alone. The pictures are kept encrypted until the search has ended; what was found for four weeks.
   * @summary Search for many faces
   */
  @Post('search')
  @Extension('x-location', '/api/v1/face/bulk/{job_id}')
  @SuccessResponse(202, 'The search, which goes on')
  @Response<ErrorBody>(409, 'Too many bulk searches run', {
    detail: 'The tenant has 3 bulk searches running, and runs no more at a time; wait for one to end, or cancel it',
  })
  @Response<ErrorBody>(413, 'A picture is larger than 20 MiB, or the body larger than 64 MiB', {
    detail: 'The field `probes.3.data` holds a file of more than 20 MiB',
  })
  @Response<ErrorBody>(415, 'The content is of no accepted kind', {
    detail: 'The field `probes.3.data` must hold a picture (JPEG, PNG, WebP, TIFF, BMP or GIF), not a PDF file',
  })
  @Response<ErrorBody>(422, 'A value is wrong', {
    detail: 'The field `databases` names no register; there are custom, sanction_watch',
  })
  async beginFaceBulk(@Body() body: FaceBulkBody): Promise<FaceBulkBegun> {
    const { top_k = 5, threshold = SEARCH_THRESHOLD, webhook_url = null } = body;
    const context = this.call.contextFor(this.call.tenantFor(body.tenant_id));
    const databases = [...new Set(body.databases)];
    const { faceRegistry } = this.call.services.commands;
    for (const database of databases) assertFaceDatabase(faceRegistry.databases, database, 'databases');
    const probes = [];
    for (const [index, { id, ...image }] of body.probes.entries()) {
      const { bytes } = await pictureIn(image, `probes.${index}`);
      probes.push({ id, bytes });
    }
    const input = { probes, databases, top_k, threshold, webhook_url };
    const { job_id, probe_count } = await this.commands.start(context, input, this.call.madeId);
    this.setStatus(202);
    return { job_id, status: 'queued', probe_count };
  }

  /**
   * How far a search for many faces is, and what was found by now. It is forgotten four weeks after it began.
   * @summary Get a bulk search
   * @param job_id The search
   */
  @Get('{job_id}')
  @Extension('x-personal-data', true)
  @Extension('x-tagged', true)
  @Response<ErrorBody>(404, 'There is no such search', NONE)
  async getFaceBulk(@Path() job_id: Uuid): Promise<FaceBulkView> {
    return faceBulkView(await this.find(job_id));
  }

  /**
   * Ends a search for many faces that goes on: it has failed, with `cancelled` as its error. What it found stays, its pictures go.
   * @summary Cancel a bulk search
   * @param job_id The search
   */
  @Post('{job_id}/cancel')
  @SuccessResponse(200, 'The search')
  @Response<ErrorBody>(404, 'There is no such search', NONE)
  @Response<ErrorBody>(409, 'It has ended', { detail: 'The bulk search has ended, so it cannot be cancelled' })
  async cancelFaceBulk(@Path() job_id: Uuid): Promise<FaceBulkView> {
    const { job_id: id } = await this.find(job_id);
    return faceBulkView(await this.commands.cancel(id));
  }

  private get commands(): FaceBulkCommands {
    return this.call.services.commands.faceBulk;
  }

  private find(id: string): Promise<FaceBulk> {
    return this.call.findOwn({ find: this.commands.find }, id, 'bulk search');
  }
}
