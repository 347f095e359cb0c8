import type { Request } from 'express';
import type { Controller } from '@tsoa/runtime';
import { apiContextOf } from './apiContext.js';
import { createCall, type Call } from './call.js';

type ControllerClass = new (call: Call) => Controller;

/** Makes the controller of a request; tsoa's generated routes ask for it by this name. */
export const iocContainer = (request: Request): { get(controller: ControllerClass): Controller } => ({
  get: (controller) => new controller(createCall(apiContextOf(request.app), request)),
});
