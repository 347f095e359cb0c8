import type { RequestHandler } from 'express';
import type { OpenApiDocument } from './openApiDocument.js';

/**
 * Answers with the document, of which there is one text in memory: were one made for each who asks, whoever reads nothing of
 * many answers would hold as many.
 */
export function sendDocument(document: OpenApiDocument): RequestHandler {
  const text = Buffer.from(JSON.stringify(document));
  return (_request, response) => void response.type('json').send(text);
}
