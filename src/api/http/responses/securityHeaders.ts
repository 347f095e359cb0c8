import type { RequestHandler } from 'express';

/** Headers of every answer; documentation pages and files loosen what they need. */
const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
};

const ENTRIES = Object.entries(HEADERS);

/** Keeps browsers from guessing, framing, caching and leaking. */
export const setSecurityHeaders: RequestHandler = (_request, response, next) => {
  for (const [name, value] of ENTRIES) response.setHeader(name, value);
  next();
};
