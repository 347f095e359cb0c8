import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import { v4 as newKey, v5 as idOf } from 'uuid';
import { isCalledSelfie } from '../../../domain/cases/index.js';
import type { Commands } from '../../../commands/core/commands.js';
import type { Log } from '../../../platform/log.js';
import { callerOf } from '../../http/access/authenticate.js';
import { CAPTURE_TOKEN } from '../../http/access/captureAccess.js';
import { apiContextOf } from '../../http/apiContext.js';
import { builtFolder, frameAncestors } from '../../http/builtPage.js';
import { createCall } from '../../http/call.js';
import { acceptedLanguage } from '../../http/requests/acceptedLanguage.js';
import { methodNotAllowed } from '../../http/requests/matchOperation.js';
import type { Operation } from '../../http/requests/operation.js';
import { stateOf } from '../../http/requestState.js';
import { answerTo } from '../../http/responses/sendError.js';
import { CaptureController } from '../captureController.js';
import type { CaptureView } from '../captureContract.js';
import { PAGE_OF_A_TOKEN, tokenInPath } from '../pageAddress.js';
import { WORDS } from '../words/index.js';
import { whatCame } from '../words/whatCame.js';
import { whyNot } from '../words/whyNot.js';
import { accentOf, hashSource, plainPage, type PlainPage } from './plainPage.js';

/** What a form of the page leads to: what it says for it to the next page. */
interface Step {
  method: 'GET' | 'POST';
  /** The operation that it stands for: with its limits, its room and its way into the log. */
  path: string;
  take(controller: CaptureController, request: Request): Promise<Pick<PlainPage, 'came' | 'isSent'>>;
}

const PAGE: Step = {
  ...{ method: 'GET', path: '/capture/case' },
  take: async (controller) => {
    await controller.openCapture();
    return {};
  },
};

const STEPS = new Map<unknown, Step>([
  [
    'consent',
    {
      ...{ method: 'POST', path: '/capture/consent' },
      take: async (controller, { query: { version } }) => {
        await controller.giveConsent({ version: typeof version === 'string' ? version : '' });
        return {};
      },
    },
  ],
  [
    'documents',
    {
      ...{ method: 'POST', path: '/capture/documents' },
      take: async (controller, request) => {
        const { needs, language } = await controller.getCapture();
        const captured = await controller.handIn(request);
        return { came: whatCame(captured, meant(request), needs, WORDS[language]) };
      },
    },
  ],
  [
    'submission',
    {
      ...{ method: 'POST', path: '/capture/submissions' },
      take: async (controller) => {
        await controller.submitCapture();
        return { isSent: true };
      },
    },
  ],
]);

const stepOf = ({ query }: Request): Step => STEPS.get(query['plain']) ?? PAGE;

/** What serving the page without scripts stands on. */
export interface ServePlainDeps {
  commands: Pick<Commands, 'capture'>;
  operations: readonly Operation[];
  /** Finds out who comes and lets them in; see `authenticate`. */
  letIn: RequestHandler;
  /** Takes in a file; see `receiveUpload`. */
  receive: RequestHandler;
  log: Log;
  /** Where the page with scripts lies, as it was built. */
  folder?: string;
}

/**
 * Serves the page of a link to browsers without scripts: at `/capture/<token>?plain=page`, where the page itself sends them. Each form of it is
 * one of the operations that the page with scripts asks, with the same limits; what is answered is the next page. A form that is sent twice is
 * taken once.
 */
export function servePlain({
  commands,
  operations,
  letIn,
  receive,
  log,
  folder = builtFolder('capture'),
}: ServePlainDeps): Router {
  const style = styleOf(folder);
  const find: RequestHandler = (request, _response, next) => {
    const token = tokenInPath(request.path);
    if (token === undefined || request.query['plain'] === undefined) return next('router');
    const { method, path } = stepOf(request);
    if (method !== (request.method === 'HEAD' ? 'GET' : request.method)) {
      throw methodNotAllowed(request.method, [method]);
    }
    stateOf(request).operation = operations.find((one) => one.path === path && one.method === method);
    request.headers[CAPTURE_TOKEN] = token;
    next();
  };
  const answer: RequestHandler = async (request, response) => {
    noteKey(request);
    const controller = controllerOf(request);
    const step = stepOf(request);
    const after = await step.take(controller, request);
    // Who goes on by forms is at it as long as they send some.
    if (!after.isSent) await controller.extendCapture();
    const capture = await controller.getCapture();
    // A form of before that is sent again sends nothing that came since.
    const isSent = capture.sent && (after.isSent === true || (step === PAGE && capture.complete));
    send(response, { ...after, isSent, style, capture, ...wordsFor(request, capture) });
  };
  const refuse: ErrorRequestHandler = async (error: unknown, request, response, next) => {
    if (!stateOf(request).operation || response.headersSent) return next(error);
    const { status, headers, detail } = answerTo(error, request, log);
    // Who asks too often is shown nothing for it, and nobody anything of a link that was ended meanwhile.
    const caller = status === 429 || status === 404 ? undefined : stateOf(request).caller;
    const capture =
      caller &&
      (await controllerOf(request)
        .getCapture()
        .catch(() => undefined));
    const spoken = wordsFor(request, capture);
    // The page that says so is loaded again, or its button was pressed twice: the link took its last submission by that.
    if (status === 404 && (await wasSent(commands, request))) return send(response, { isSent: true, style, ...spoken });
    response.status(status).set(headers);
    const wrong = status === 404 ? undefined : whyNot({ status, message: detail }, meant(request), spoken.words);
    send(response, { style, wrong, capture, ...spoken });
  };
  const router = Router({ strict: true, caseSensitive: true });
  router.use(find, letIn, receive, answer, refuse);
  return router;
}

/** As what a form hands something in: by its label, which it came with. */
function meant({ body }: Request): { kind: 'document' | 'selfie' } {
  const { label } = (body ?? {}) as { label?: unknown };
  return { kind: typeof label === 'string' && isCalledSelfie(label) ? 'selfie' : 'document' };
}

const controllerOf = (request: Request): CaptureController =>
  new CaptureController(createCall(apiContextOf(request.app), request));

/**
 * What is made of a form has an id that is made of the key of the form and of what was filled in: sent twice, it is there once; a page that is
 * gone back to takes another file.
 */
function noteKey(request: Request): void {
  const { capture } = callerOf(request);
  if (capture) stateOf(request).madeId = madeIdOf(request, capture.link_id);
}

function madeIdOf({ query: { key, plain }, body }: Request, link_id: string): string | undefined {
  const filledIn: unknown = plain === 'documents' ? body : null;
  return typeof key === 'string' ? idOf(JSON.stringify([plain, key, filledIn]), link_id) : undefined;
}

/** Whether a form that is refused was sent before, by who has the token of the link that took it. */
async function wasSent({ capture }: ServePlainDeps['commands'], request: Request): Promise<boolean> {
  if (request.query['plain'] !== 'submission') return false;
  return capture.wasSent(tokenInPath(request.path) ?? '', (link_id) => madeIdOf(request, link_id));
}

/** The words of the case; where it is not known, those that the browser asks for. */
function wordsFor(request: Request, capture?: CaptureView): Pick<PlainPage, 'words' | 'language'> {
  const language = capture?.language ?? acceptedLanguage(request);
  return { language, words: WORDS[language] };
}

/** The style of the page with scripts, by its name in what was built; undefined where it is not built. */
function styleOf(folder: string): string | undefined {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) return undefined;
  return /<link rel="stylesheet"[^>]* href="([^"]+)"/.exec(readFileSync(page, 'utf8'))?.[1];
}

function send(response: Response, page: Omit<PlainPage, 'key'>): void {
  const look = page.capture?.look;
  const accent = look && accentOf(look);
  // One that is good for nothing says so wherever it stands.
  const framers = look ? look.framed_by : ['*'];
  if (framers.length > 0) response.removeHeader('X-Frame-Options');
  response.set({
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src 'self'${accent ? ` ${hashSource(accent)}` : ''}`,
      'img-src data:', // the logo
      ...["base-uri 'none'", "form-action 'self'", frameAncestors(framers)],
    ].join('; '),
    ...PAGE_OF_A_TOKEN,
    'Cache-Control': 'no-store',
  });
  response.type('html').send(plainPage({ ...page, key: newKey() }));
}
