import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { Router, type RequestHandler } from 'express';
import { methodNotAllowed } from '../http/requests/matchOperation.js';
import { ApiError } from '../http/responses/apiError.js';

/** What the build makes of `web/`. */
const BUILT = fileURLToPath(new URL('../../console/', import.meta.url));

/**
 * Nothing inline, nothing from elsewhere, nothing sent elsewhere, in no frame; and no script can make another of a text (Trusted Types).
 */
const POLICY = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
].join('; ');

/** Files whose names have a hash of their content in them: they never change. */
const ASSETS_CACHED = 'public, max-age=31536000, immutable';

/**
 * Serves the console: its files, and its page at every address below `/console` that is none of them, as the page knows what to show there.
 * `/console/session` and `/console/sign-in` are the API's.
 * @param folder where its files lie, as they were built
 */
export function serveConsole(folder = BUILT): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const files = express.static(join(folder, 'assets'), {
    ...{ index: false, redirect: false, fallthrough: true },
    setHeaders: (response) => response.set('Cache-Control', ASSETS_CACHED),
  });
  const page: RequestHandler = (request, response, next) => {
    if (request.path === '/session' || request.path === '/sign-in') return next('router');
    if (!['GET', 'HEAD'].includes(request.method)) throw methodNotAllowed(request.method, ['GET']);
    if (request.path.startsWith('/assets/')) throw new ApiError(404, 'There is no such file');
    if (!existsSync(folder)) throw new ApiError(404, 'The console is not built: run `npm run build`');
    response.set({
      'Content-Security-Policy': POLICY,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cache-Control': 'no-cache',
    });
    response.sendFile('index.html', { root: folder, cacheControl: false });
  };
  router.use('/console/assets', files);
  router.use('/console', page);
  return router;
}
