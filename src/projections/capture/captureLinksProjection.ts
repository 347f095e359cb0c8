import {
  applyToCaptureLink,
  type CaptureLink,
  type CaptureLinkEvent,
  captureLinkStream,
} from '../../domain/capture/index.js';
import { declareProjection, declareTable } from '../core/projection.js';
import type { ReadModels } from '../core/readModels.js';

const captureLinksTable = declareTable<CaptureLink, CaptureLinkEvent>({
  name: 'capture_links',
  columns: {
    link_id: 'text collate "C" not null',
    session_id: 'text collate "C" not null',
    tenant_id: 'text not null',
    token_hash: 'text not null',
    expires_at: 'text collate "C" not null',
    uses: 'integer not null',
    used: 'integer not null',
    sent: 'json',
    extended: 'integer not null',
    opened: 'integer not null',
    consent: 'json',
    created_by: 'text not null',
    created_at: 'text collate "C" not null',
    ended_at: 'text collate "C"',
  },
  indexes: ['(session_id, created_at desc, link_id desc)'],
  stream: captureLinkStream,
  keys: (event) => [event.data.link_id],
  on: {
    CaptureLinkMade: applyToCaptureLink,
    CaptureOpened: applyToCaptureLink,
    CaptureConsented: applyToCaptureLink,
    CaptureSubmitted: applyToCaptureLink,
    CaptureExtended: applyToCaptureLink,
    CaptureLinkEnded: applyToCaptureLink,
  },
});

/** Links with which customers hand in documents. */
export const captureLinksProjection = declareProjection({
  ...{ name: 'capture_links', version: 2, tables: [captureLinksTable] },
});

/** Reads links. */
export interface CaptureLinkQueries {
  /** Those of a case, newest first, `limit` of them. */
  ofCase(session_id: string, limit: number): Promise<CaptureLink[]>;
}

declare module '../core/queries.js' {
  interface Queries {
    captureLinks: CaptureLinkQueries;
  }
}

/** Creates the queries of links. */
export function createCaptureLinkQueries(readModels: ReadModels): CaptureLinkQueries {
  const links = readModels.of(captureLinksProjection, captureLinksTable);
  return {
    ofCase: (session_id, limit) =>
      links.list((query) => query.where({ session_id }).orderByRaw('created_at desc, link_id desc').limit(limit)),
  };
}
