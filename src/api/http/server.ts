import cors from 'cors';
import express, { type Express, type RequestHandler } from 'express';
import { createChangeStreams } from '../audit/changeStreams.js';
import { createPagePictures } from '../cases/pagePictures.js';
import { servePlain } from '../capture/plain/servePlain.js';
import { serveCapture } from '../capture/serveCapture.js';
import { serveConsole } from '../console/serveConsole.js';
import { createAdmission } from './access/admission.js';
import { authenticate } from './access/authenticate.js';
import { createCaptureAccess } from './access/captureAccess.js';
import { createLastUsed } from './access/lastUsed.js';
import { noticeProxies } from './access/noticeProxies.js';
import { createKeyVerifier } from './access/verifyKey.js';
import { apiContextOf, setContext } from './apiContext.js';
import { serveAssets } from './documentation/assets.js';
import { completeDocument } from './documentation/completeDocument.js';
import { readGeneratedDocument } from './documentation/openApiDocument.js';
import { withRequestForms } from './documentation/requestForms.js';
import { RegisterRoutes } from '../generated/routes.js';
import { replayRepeated } from './idempotency/idempotency.js';
import { createKeptAnswers } from './idempotency/keptAnswers.js';
import { checkForm } from './requests/checkForm.js';
import { textFormats } from './requests/formats.js';
import { matchOperation, requireOperation, requireScope } from './requests/matchOperation.js';
import { observeRequests } from './requests/observeRequests.js';
import { readOperations } from './requests/operation.js';
import { receiveBody } from './requests/receiveBody.js';
import { receiveUpload } from './requests/receiveUpload.js';
import { assignRequestId } from './requests/requestId.js';
import { leaveLengthsToCheckForm } from './requests/textLengths.js';
import { traceRequests } from './requests/traceRequests.js';
import { createPlaces, EXPORTS, PAST_LISTS } from './room/places.js';
import { createRoom } from './room/room.js';
import { createIdentityProvider } from './oidc/identityProvider.js';
import { loginRoutes } from './oidc/loginRoutes.js';
import { createPeople } from './sessions/people.js';
import { createSessions } from './sessions/sessions.js';
import { createSignIn } from './sessions/signIn.js';
import { compressAnswers } from './responses/compress.js';
import { describeAnswer } from './responses/describeAnswer.js';
import { ownWordsOf } from './responses/ownWords.js';
import { setSecurityHeaders } from './responses/securityHeaders.js';
import { warnOfMisspelt } from './responses/warnOfMisspelt.js';
import { handleErrors } from './responses/sendError.js';
import { BEHIND, tellBehind } from './responses/tellBehind.js';
import type { ApiServices } from './services.js';

/**
 * The HTTP API. A request passes, in this order: its operation is found, its key and its tenant's limit are asked (401, 429), then come 404 and
 * 405, scope and tenant (403), the form of the body (400, 413, 415), the idempotency key, the form of everything (422), and the controller.
 */
export function createApi(services: ApiServices): Express {
  const { config, database, log, commands, queries, clock } = services;
  const checked = completeDocument(readGeneratedDocument());
  const document = withRequestForms(checked);
  const formats = textFormats(config);
  const keys = createKeyVerifier(commands.apiKeys.identify, undefined, clock);
  const admit = createAdmission(database, config, queries.apiKeys, clock);
  const sessions = createSessions(services);
  const room = createRoom(config, services.blobs, keys, sessions);
  const pace = { bytesPerSecond: config.bodyMinRate * 1024 };
  const lastUsed = createLastUsed(queries.apiKeys, log);

  const operations = readOperations(checked, formats);

  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  app.set('trust proxy', [...config.trustedProxies]);
  const exportPlaces = createPlaces('exports', EXPORTS);
  const pastListPlaces = createPlaces('lists as of a moment', PAST_LISTS);
  const documentText = Buffer.from(JSON.stringify(document));
  const people = createPeople(services);
  const signIn = createSignIn({ config, keys, admit, sessions, people });
  const provider = config.oidc && createIdentityProvider(config.oidc);
  const groups = config.oidc?.groups ?? [];
  setContext(app, {
    ...services,
    ...{ signIn, people },
    pagePictures: createPagePictures(services),
    changeStreams: createChangeStreams(services),
    lastUsed,
    exportPlaces,
    pastListPlaces,
    document,
    documentText,
  });
  app.use(
    assignRequestId,
    traceRequests,
    observeRequests(log, operations),
    setSecurityHeaders,
    compressAnswers(),
    describeAnswer(ownWordsOf(checked)),
    ...(config.trustedProxies.length === 0 ? [noticeProxies(log)] : []),
    // A page of another origin is to be told, too, that there is no room.
    ...crossOrigin(config.corsOrigins),
    room.arrive,
  );
  const captureAccess = createCaptureAccess(commands);
  app.use(serveAssets(), loginRoutes({ provider, groups, signIn, log }), serveConsole());
  const letIn = authenticate({ config, keys, sessions, captureAccess, admit, room, lastUsed, clock });
  const receive = receiveUpload({ ...services, formats, pace });
  app.use(servePlain({ commands, operations, letIn, receive, log }), serveCapture({ ...services, captureAccess }));
  app.use(matchOperation(operations), letIn, requireOperation, requireScope, receiveBody(pace), receive);
  app.use(replayRepeated({ keptAnswers: createKeptAnswers(services), log }), checkForm(formats));
  app.use(warnOfMisspelt, tellBehind(services));
  leaveLengthsToCheckForm();
  RegisterRoutes(app);
  app.use(handleErrors(log));
  return app;
}

/** Ends the answers that go on for as long as they are listened to, which whoever takes no new requests would wait for in vain. */
export const endStreams = (api: Express): void => apiContextOf(api).changeStreams.end();

/** Writes what is still noted, once the last request is answered. */
export const closeApi = (api: Express): Promise<void> => apiContextOf(api).lastUsed.flush();

const EXPOSED_HEADERS = [
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Location',
  'Link',
  'ETag',
  'Idempotency-Replayed',
  BEHIND,
];

/** Browsers of other origins may call the API only when they are listed. */
function crossOrigin(origins: readonly string[]): RequestHandler[] {
  return origins.length === 0 ? [] : [cors({ origin: [...origins], exposedHeaders: EXPOSED_HEADERS, maxAge: 600 })];
}
