import { Router } from 'express';
import { builtFolder, sendPage, serveFiles } from '../http/builtPage.js';
import { methodNotAllowed } from '../http/requests/matchOperation.js';

/** The form of a token, whoever has it: the page is the same for a wrong one, and says so once it has asked. */
const TOKEN = /^\/capture\/[\w-]{64}$/;

/**
 * Serves the page that the link of a case opens, at `/capture/<token>`, and its files. What the page asks, under `/capture`, is the API's. The address holds
 * the token: it is told to nobody as the place that somebody came from.
 * @param folder where its files lie, as they were built
 */
export function serveCapture(folder = builtFolder('capture')): Router {
  const router = Router({ strict: true, caseSensitive: true });
  router.use('/capture/assets', serveFiles(folder));
  router.use((request, response, next) => {
    if (!TOKEN.test(request.path)) return next();
    if (!['GET', 'HEAD'].includes(request.method)) throw methodNotAllowed(request.method, ['GET']);
    sendPage(response, folder, { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' });
  });
  return router;
}
