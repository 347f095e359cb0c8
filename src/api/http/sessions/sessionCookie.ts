import { parse } from 'cookie';
import type { Request, Response } from 'express';

/** What the token of a session is kept under in a browser. */
export const SESSION_COOKIE = 'attest_session';

/** The token that a request brings; undefined where it brings none. */
export function tokenIn(request: Pick<Request, 'headers'>): string | undefined {
  const { cookie } = request.headers;
  if (cookie === undefined) return undefined;
  const token = parse(cookie)[SESSION_COOKIE];
  return token === undefined || !TOKEN.test(token) ? undefined : token;
}

/** 32 bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;

/** Has the browser keep a token until it is closed: no script sees it, and no other site makes it be sent. */
export function keepToken(response: Response, token: string): void {
  response.cookie(SESSION_COOKIE, token, formOf(response));
}

/** Has the browser forget it. */
export function forgetToken(response: Response): void {
  response.clearCookie(SESSION_COOKIE, formOf(response));
}

/** `Secure` where the browser came by TLS, also to a proxy that is believed. */
const formOf = ({ req }: Response) => ({ httpOnly: true, sameSite: 'strict', secure: req.secure, path: '/' }) as const;
