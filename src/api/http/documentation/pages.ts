import type { Request } from 'express';

/** A documentation page: its HTML, and what its content security policy has to allow beyond the page's own files. */
export interface DocumentationPage {
  html: string;
  policy: string;
}

// Both viewers set styles from script. Nothing may come from, or go to, any other place than this service.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Swagger UI over `/openapi.json`. */
export const SWAGGER_UI_PAGE: DocumentationPage = {
  html: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Attest API</title>
    <link rel="icon" href="/docs/assets/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/assets/swagger-ui.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/docs/assets/start.js"></script>
  </body>
</html>
`,
  policy: POLICY,
};

/** Starts Swagger UI; without a validator address it would send the document to a public one. */
export const SWAGGER_UI_START = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null });
`;

/** Redoc over `/openapi.json`; its search runs in a worker made from a blob. */
export const REDOC_PAGE: DocumentationPage = {
  html: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Attest API</title>
    <link rel="icon" href="/docs/assets/favicon-32x32.png">
    <link rel="stylesheet" href="/redoc/assets/page.css">
  </head>
  <body>
    <redoc spec-url="/openapi.json"></redoc>
    <script src="/redoc/assets/redoc.standalone.js"></script>
  </body>
</html>
`,
  policy: `${POLICY}; worker-src blob:`,
};

/** Redoc leaves the margin of the page to the page. */
export const REDOC_STYLE = `body { margin: 0; padding: 0; }
`;

/** Answers with a page. */
export function sendPage(request: Request, page: DocumentationPage): void {
  request.res?.set('Content-Security-Policy', page.policy).type('html').send(page.html);
}
