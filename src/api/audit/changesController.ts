import { Controller, Extension, Get, Header, Query, Request, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type express from 'express';
import type { TenantId } from '../../domain/core/text.js';
import type { Call } from '../http/call.js';
import { assertInForce } from '../http/access/keyInForce.js';
import { ApiError } from '../http/responses/apiError.js';
import { sendLines } from '../http/responses/sendLines.js';
import { changesOf, POSITION, type ChangesView } from './changesContract.js';
import type { LogPosition } from './proofContract.js';
import { tellChanges } from './tellChanges.js';

/** What changes, for whoever shows it: asked for over and over, each time from where the last answer ended, it leaves nothing out. */
@Route('v1/changes')
@Tags('Audit')
export class ChangesController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Tells what was done since, oldest first. Without `after` it tells nothing but where to begin: what there was before is read elsewhere. An answer with `limit`
   * changes is not the last: ask on, at once.
   * @summary What has changed
   * @param tenant_id Tenant whose changes are told; empty or left out: all that the key may see
   * @param after `next` of the answer before
   * @param limit How many at most
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 200
   */
  @Get()
  @Extension('x-read-model', 'audit')
  async listChanges(
    @Query() tenant_id?: TenantId,
    @Query() after?: LogPosition,
    @Query() limit = 200,
  ): Promise<ChangesView> {
    const { audit } = this.call.services.queries;
    const tenant = this.call.tenantFilter(tenant_id);
    if (after === undefined) return { changes: [], next: (await audit.lastPosition(tenant)) ?? '0' };
    const entries = await audit.since({ tenant_id: tenant, position: after, limit });
    return changesOf(entries, after);
  }

  /**
   * Tells what changes as it happens, as [server-sent events](https://html.spec.whatwg.org/multipage/server-sent-events.html) of the type `changes`. The `data` of each
   * is what `listChanges` answers with, and `behind`: true where not all that it tells of can be read yet, after two seconds. The first comes at once, mostly without changes; the `id` of each is where to go
   * on from: a browser that comes back sends it as `Last-Event-ID`, and nothing is left out. Where nothing changes an event without changes comes every 15 seconds. The stream ends with
   * the key or the session that it was asked for with, and when the service stops. A tenant has a hundred at most in one process, a session five.
   * @summary Follow what changes
   * @param tenant_id Tenant whose changes are told; empty or left out: all that the key may see
   * @param after `id` of an event, or `next` of an answer, to go on from; left out: from now on
   * @param last_event_id The same, where it is sent: it counts, and `after` does not
   */
  @Get('stream')
  @Extension('x-media-types', ['text/event-stream'])
  @SuccessResponse(200, 'The changes, for as long as they are listened to')
  async streamChanges(
    @Request() request: express.Request,
    @Query() tenant_id?: TenantId,
    @Query() after?: LogPosition,
    @Header('Last-Event-ID') last_event_id?: string,
  ): Promise<void> {
    const { services, caller } = this.call;
    const { queries, changeStreams, readYourWrites } = services;
    const tenant = this.call.tenantFilter(tenant_id);
    if (last_event_id !== undefined && !POSITION.test(last_event_id)) {
      throw new ApiError(422, 'The header `Last-Event-ID` must hold the id of an event of this stream');
    }
    const response = request.res;
    if (!response) return;
    const stream = changeStreams.open(caller, tenant);
    response.once('close', stream.close);
    try {
      const from = last_event_id ?? after ?? (await queries.audit.lastPosition(tenant)) ?? '0';
      const lines = tellChanges(
        {
          stream,
          since: (position, limit) => queries.audit.since({ tenant_id: tenant, position, limit }),
          shown: readYourWrites.shown,
          assertMay: () => assertInForce(services, caller),
        },
        from,
      );
      response.status(200).set(AS_A_STREAM);
      await sendLines(lines, response, { head: request.method === 'HEAD' });
    } finally {
      stream.close();
    }
  }
}

/** No cache and no proxy is to keep any of it back; nginx needs a word of its own. */
const AS_A_STREAM = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};
