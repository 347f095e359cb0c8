import { parse } from 'cookie';
import type { Request, Response } from 'express';
import { z } from 'zod';

/** What a browser keeps while its person is with the identity provider. */
export interface Login {
  /** What the provider must bring back: that it answers this browser. */
  state: string;
  nonce: string;
  /** What only this browser's request can redeem the code with (PKCE, RFC 7636). */
  verifier: string;
  /** The page that is shown in the end. */
  to: string;
}

const COOKIE = 'attest_login';

/** So long somebody may take to sign in. */
const LASTS_MS = 10 * 60_000;

const FORM = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), to: z.string() });

/**
 * Has the browser keep it. It is `Lax`: the provider sends the browser back, and with that request a `Strict` cookie would not come.
 */
export function keepLogin(response: Response, login: Login): void {
  const value = Buffer.from(JSON.stringify(login)).toString('base64url');
  response.cookie(COOKIE, value, { ...formOf(response), maxAge: LASTS_MS });
}

/** Reads it, and has the browser forget it: a login is good for one answer. Undefined where there is none. */
export function takeLogin({ headers }: Pick<Request, 'headers'>, response: Response): Login | undefined {
  const kept = parse(headers.cookie ?? '')[COOKIE];
  if (kept === undefined) return undefined;
  response.clearCookie(COOKIE, formOf(response));
  try {
    return FORM.parse(JSON.parse(Buffer.from(kept, 'base64url').toString()));
  } catch {
    return undefined;
  }
}

const formOf = ({ req }: Response) =>
  ({ httpOnly: true, sameSite: 'lax', secure: req.secure, path: '/console/login' }) as const;
