import { type Request, Router } from 'express';
import { captureOf } from '../../domain/agents/index.js';
import type { CaptureAccess } from '../http/access/captureAccess.js';
import { builtFolder, pagePolicy, sendPage, serveFiles } from '../http/builtPage.js';
import { methodNotAllowed } from '../http/requests/matchOperation.js';
import type { ApiServices } from '../http/services.js';
import { PAGE_OF_A_TOKEN, tokenInPath } from './pageAddress.js';

/** What a page of a tenant shows the page with, and how long browsers keep it: it has one name in all versions. */
const [SCRIPT, SCRIPT_KEPT] = ['attest-capture.js', 'public, max-age=3600'];

/** What serving the page stands on. */
export interface ServeCaptureDeps extends Pick<ApiServices, 'commands' | 'queries'> {
  captureAccess: CaptureAccess;
  /** Where its files lie, as they were built. */
  folder?: string;
}

/**
 * Serves the page that the link of a case opens, at `/capture/<token>`, its files, and the script that shows it in a page of the tenant. What the page asks, under
 * `/capture`, is the API's. The address holds the token: it is told to nobody as the place that somebody came from.
 */
export function serveCapture({ folder = builtFolder('capture'), ...deps }: ServeCaptureDeps): Router {
  const router = Router({ strict: true, caseSensitive: true });
  router.use('/capture/assets', serveFiles(folder));
  router.get(`/capture/${SCRIPT}`, (_request, response) => {
    response.set({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'Cache-Control': SCRIPT_KEPT });
    response.sendFile(SCRIPT, { root: folder, cacheControl: false });
  });
  router.use(async (request, response, next) => {
    const token = tokenInPath(request.path);
    if (token === undefined) return next();
    if (!['GET', 'HEAD'].includes(request.method)) throw methodNotAllowed(request.method, ['GET']);
    const framers = await framersOf(deps, token, request);
    if (framers.length > 0) response.removeHeader('X-Frame-Options');
    sendPage(response, folder, {
      // The logo comes with the answer, as a `data:` address; the decoder of HEIC is a compiled program.
      'Content-Security-Policy': pagePolicy({ pictures: 'data:', compiled: true, framers }),
      ...PAGE_OF_A_TOKEN,
    });
  });
  return router;
}

/** Origins whose pages may show the page of a link: those that its agent names. One that is good for nothing says so wherever it stands: there is nothing else on it. */
async function framersOf(
  { captureAccess, commands, queries }: ServeCaptureDeps,
  token: string,
  request: Request,
): Promise<readonly string[]> {
  const link = await captureAccess.linkOfPage(token, request);
  if (!link) return ['*'];
  const theCase = await queries.cases.find(link.session_id);
  return theCase ? (captureOf(await commands.capture.definitionOf(theCase.agent)).framed_by ?? []) : [];
}
