import type { Application } from 'express';
import type { ChangeStreams } from '../audit/changeStreams.js';
import type { PagePictures } from '../cases/pagePictures.js';
import type { LastUsed } from './access/lastUsed.js';
import type { OpenApiDocument } from './documentation/openApiDocument.js';
import type { People } from './sessions/people.js';
import type { SignIn } from './sessions/signIn.js';
import type { Places } from './room/places.js';
import type { ApiServices } from './services.js';

/** What the controllers of one app stand on: its services, and what the app itself made. */
export interface ApiContext extends ApiServices {
  signIn: SignIn;
  people: People;
  pagePictures: PagePictures;
  changeStreams: ChangeStreams;
  lastUsed: LastUsed;
  exportPlaces: Places;
  pastListPlaces: Places;
  document: OpenApiDocument;
  /** Its text, once for all who ask: whoever reads nothing of many answers holds no more than one of it. */
  documentText: Buffer;
}

// tsoa's generated routes know only the request; this is the way from there back to the services.
const contexts = new WeakMap<Application, ApiContext>();

/** Gives an app its context. */
export const setContext = (app: Application, context: ApiContext): void => void contexts.set(app, context);

/** The context of an app. @throws Error when it has none */
export function apiContextOf(app: Application): ApiContext {
  const context = contexts.get(app);
  if (!context) throw new Error('The app has no context');
  return context;
}
