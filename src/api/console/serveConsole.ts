import { Router, type RequestHandler } from 'express';
import { builtFolder, sendPage, serveFiles } from '../http/builtPage.js';
import { methodNotAllowed } from '../http/requests/matchOperation.js';
import { ApiError } from '../http/responses/apiError.js';

/**
 * Serves the console: its files, and its page at every address below `/console` that is none of them, as the page knows what to show there.
 * `/console/session` and `/console/sign-in` are the API's.
 * @param folder where its files lie, as they were built
 */
export function serveConsole(folder = builtFolder('console')): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const page: RequestHandler = (request, response, next) => {
    if (request.path === '/session' || request.path === '/sign-in') return next('router');
    if (!['GET', 'HEAD'].includes(request.method)) throw methodNotAllowed(request.method, ['GET']);
    if (request.path.startsWith('/assets/')) throw new ApiError(404, 'There is no such file');
    sendPage(response, folder);
  };
  router.use('/console/assets', serveFiles(folder));
  router.use('/console', page);
  return router;
}
