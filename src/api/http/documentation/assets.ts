import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Router } from 'express';
import { methodNotAllowed } from '../requests/matchOperation.js';
import { ApiError } from '../responses/apiError.js';
import { REDOC_STYLE, SWAGGER_UI_START } from './pages.js';

const require = createRequire(import.meta.url);

/** The picture that Redoc would fetch from its maker's server; without it Redoc shows none. */
const REDOC_LOGO = 'https://cdn.redoc.ly/redoc/logo-mini.svg';

/** The files of the documentation pages by path, from the packages that bring them. */
const ASSETS: Readonly<Record<string, () => Buffer>> = {
  '/docs/assets/swagger-ui.css': () => packaged('swagger-ui-dist/swagger-ui.css'),
  '/docs/assets/swagger-ui-bundle.js': () => packaged('swagger-ui-dist/swagger-ui-bundle.js'),
  '/docs/assets/favicon-32x32.png': () => packaged('swagger-ui-dist/favicon-32x32.png'),
  '/docs/assets/start.js': () => Buffer.from(SWAGGER_UI_START),
  '/redoc/assets/redoc.standalone.js': () =>
    Buffer.from(packaged('redoc/bundles/redoc.standalone.js').toString().replaceAll(REDOC_LOGO, 'data:,')),
  '/redoc/assets/page.css': () => Buffer.from(REDOC_STYLE),
};

/** For whoever looks at the address of the service with a browser. */
const FRONT_PAGE =
  '<!doctype html>\n<title>Attest</title>\n<p>The documentation is at <a href="/docs">/docs</a>.</p>\n';

const packaged = (file: string): Buffer => readFileSync(require.resolve(file));

/** Serves the files of the documentation pages; as open as the pages are. Files are read when they are first asked for. */
export function serveAssets(): Router {
  const cache = new Map<string, Buffer>();
  const router = Router({ strict: true });
  router.all('/', (request, response) => {
    if (!['GET', 'HEAD'].includes(request.method)) throw methodNotAllowed(request.method, ['GET']);
    response.status(302).set('Location', '/docs').type('html').send(FRONT_PAGE);
  });
  router.use(['/docs/*rest', '/redoc/*rest'], (request, response) => {
    const path = request.baseUrl;
    const read = Object.hasOwn(ASSETS, path) ? ASSETS[path] : undefined;
    if (!read) throw new ApiError(404, 'There is no such file');
    if (!['GET', 'HEAD'].includes(request.method)) throw methodNotAllowed(request.method, ['GET']);
    const content = cache.get(path) ?? read();
    cache.set(path, content);
    response
      .set('Cache-Control', 'public, max-age=3600')
      .type(path.slice(path.lastIndexOf('.')))
      .send(content);
  });
  return router;
}
