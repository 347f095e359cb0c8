import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type RequestHandler, type Response } from 'express';
import { ApiError } from './responses/apiError.js';

/** What the build makes of `web/`: a folder for each page. */
export const builtFolder = (name: string): string => fileURLToPath(new URL(`../../${name}/`, import.meta.url));

/** What a page may have beyond what every page has. */
export interface PageMay {
  /** Where pictures come from besides, as `data:`. */
  pictures?: string;
  /** Whether its own files may be compiled programs (WebAssembly). */
  compiled?: boolean;
  /** Origins whose pages may show it in a frame. */
  framers?: readonly string[];
}

/** Which pages may show one in a frame, as a policy says it. */
export const frameAncestors = (framers: readonly string[]): string =>
  `frame-ancestors ${framers.join(' ') || "'none'"}`;

/** Nothing inline, nothing from elsewhere, nothing sent elsewhere, in no frame; and no script can make another of a text (Trusted Types). */
export const pagePolicy = ({ pictures = '', compiled = false, framers = [] }: PageMay = {}): string =>
  [
    "default-src 'none'",
    `script-src 'self'${compiled ? " 'wasm-unsafe-eval'" : ''}`,
    ...["style-src 'self'", `img-src 'self' ${pictures}`.trimEnd(), "connect-src 'self'"],
    ...["base-uri 'none'", "form-action 'none'", frameAncestors(framers)],
    ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
  ].join('; ');

/** Files whose names have a hash of their content in them: they never change. */
const ASSETS_CACHED = 'public, max-age=31536000, immutable';

/** Serves the files of a page. @param folder where they lie, as they were built */
export const serveFiles = (folder: string): RequestHandler =>
  express.static(join(folder, 'assets'), {
    ...{ index: false, redirect: false, fallthrough: true },
    setHeaders: (response) => response.set('Cache-Control', ASSETS_CACHED),
  });

/** Sends a page, under the strict policy. @param more headers of its own @throws ApiError 404 where it is not built */
export function sendPage(response: Response, folder: string, more: Record<string, string> = {}): void {
  if (!existsSync(folder)) throw new ApiError(404, 'The page is not built: run `npm run build`');
  response.set({
    'Content-Security-Policy': pagePolicy(),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'no-cache',
    ...more,
  });
  response.sendFile('index.html', { root: folder, cacheControl: false });
}
