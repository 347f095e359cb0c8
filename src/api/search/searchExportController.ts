import { Body, Controller, Extension, Post, Request, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type express from 'express';
import type { Pages } from '../../projections/search/everythingFound.js';
import { shownIn } from '../../projections/search/shownIn.js';
import { assertInForce } from '../http/access/keyInForce.js';
import type { Call } from '../http/call.js';
import { begun, sendLines } from '../http/responses/sendLines.js';
import type { ErrorBody } from '../http/textContract.js';
import type { SearchExportBody, SearchExportHeaders } from './exportContract.js';
import { columnsOfAll, csvOfAll, csvOfColumns, jsonLines } from './exportLines.js';
import { assertProvable, provenEvents, searchedFor } from './provenEvents.js';
import { searchShown } from './searchShown.js';

const MEDIA_TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson' } as const;

/** Everything that a search finds. */
@Route('v1/search')
@Tags('Search')
export class SearchExportController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Sends everything that a search finds, however much it is, while it is read: as CSV, in whose cells a text that a spreadsheet would run as a formula has a `'`
   * before it, or as JSON Lines. What arrives meanwhile is left out. What goes wrong on the way can only cut the answer off. A tenant has two exports under
   * way at most. A key that is revoked or expires meanwhile is sent no more. With `proof`, events carry their proof, as those of the audit trail do.
   * @summary Export a search
   */
  @Post('export')
  @Extension('x-personal-data', true)
  @Extension('x-required-scope', 'read')
  @Extension('x-only-reads', true)
  @Extension('x-read-model', 'searched_{kind}')
  @Extension('x-media-types', ['text/csv', 'application/x-ndjson'])
  @SuccessResponse<SearchExportHeaders>(200, 'A line for each thing')
  @Response<ErrorBody>(422, 'A value is not acceptable, a query is wrong, or the search would cost too much', {
    detail: 'The field `query` cannot be read at character 16 (from 1): expected `(`, a value or `{`',
  })
  async exportSearch(@Request() request: express.Request, @Body() body: SearchExportBody): Promise<void> {
    const { res } = request;
    if (!res) return;
    assertProvable(body);
    const giveBack = this.call.services.exportPlaces.take(this.call.caller.tenant_id);
    try {
      const lines = await this.linesOf(body, () => !res.closed);
      if (res.closed) return;
      res.set({
        'Content-Type': MEDIA_TYPES[body.format],
        'Content-Disposition': `attachment; filename=search_export.${body.format}`,
      });
      await sendLines(lines, res, { head: false });
    } finally {
      giveBack();
    }
  }

  /** The lines, of which the first is made: what cannot be exported at all is still an answer of its own. */
  private async linesOf(body: SearchExportBody, isAwaited: () => boolean): Promise<AsyncIterable<string>> {
    const { queries, clock } = this.call.services;
    const { query = '', filters = [], sort = [], format, columns } = body;
    const wanted = {
      ...{ kind: body.kind, query, filters, time: body.time, pit: body.pit },
      tenant_id: this.call.tenantFilter(body.tenant_id),
      sort: sort.map(({ field, order = 'asc' as const }) => ({ field, order })),
    };
    const pages = this.recorded(wanted, this.whileInForce(await queries.search.everything(wanted, clock())));
    if (body.proof) {
      const { upTo, lines } = await this.call.services.commands.proofs.beginExport();
      return begun(lines({ kind: 'events', query: searchedFor(body) }, provenEvents(pages, upTo, columns)));
    }
    if (format === 'jsonl') return begun(jsonLines(pages, columns));
    return begun(columns ? csvOfColumns(pages, columns) : csvOfAll(await columnsOfAll(pages, isAwaited)));
  }

  /** Pages that are recorded before they are sent: once each, though those of a CSV of all fields are gone through twice. */
  private recorded(searched: Parameters<typeof searchShown>[1], pages: Pages): Pages {
    const { call } = this;
    let recorded = 0;
    return async function* told() {
      let read = 0;
      for await (const page of pages()) {
        if (read++ === recorded) {
          await searchShown(call, searched, [...new Set(page.flatMap(shownIn))]);
          recorded++;
        }
        yield page;
      }
    };
  }

  /** Pages as long as the key is good: whoever reads slowly reads for hours. */
  private whileInForce(pages: Pages): Pages {
    const { services, caller } = this.call;
    return async function* inForce() {
      for await (const page of pages()) {
        await assertInForce(services, caller);
        yield page;
      }
    };
  }
}
