import type { Request } from 'express';
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from '../../../domain/cases/index.js';

/** The first language of those that the caller's browser asks for and there are words in, else English. */
export const acceptedLanguage = (request: Request): Language =>
  LANGUAGES.find((one) => one === request.acceptsLanguages([...LANGUAGES])) ?? DEFAULT_LANGUAGE;
