import { type Scope, SCOPES } from '../../../domain/apiKeys/index.js';
import type { Mode } from '../../../domain/core/mode.js';

/** Who makes a request, as authentication found out. */
export interface Caller {
  /** Tenant of the key; `''` is the platform, which may act for every tenant. */
  tenant_id: string;
  /** Absent when authentication is switched off, and of a person. */
  key_id?: string;
  scopes: readonly Scope[];
  /** That of the key; absent when authentication is switched off: all is meant. */
  mode?: Mode;
  /** The session that stands for the key, where it came as one. */
  session_id?: string;
  /** Who it is, where a person has signed in with an account of their own: no key stands behind them. */
  person?: Person;
  /** The link that a customer came with, where one did: it says which case they may add to, and allows nothing else. */
  capture?: { link_id: string; case_id: string };
}

/** Somebody who has signed in with an account of their own. */
export interface Person {
  /** What their identity provider calls them, for good. */
  subject: string;
  /** What people call them. It is personal: events do not hold it. */
  name: string;
}

/** Who makes every request when authentication is switched off. */
export const ANONYMOUS_PLATFORM: Caller = { tenant_id: '', scopes: SCOPES };

/** Whether the caller is the platform. */
export const isPlatform = (caller: Caller): boolean => caller.tenant_id === '';

/** Whether the caller may see what belongs to a tenant. */
export const maySee = (caller: Caller, tenantId: string): boolean =>
  isPlatform(caller) || caller.tenant_id === tenantId;

/** The caller as event metadata names it. */
export function actorOf({ key_id, person, capture }: Caller): string {
  if (capture) return `link:${capture.link_id}`;
  if (person) return `person:${person.subject}`;
  return key_id === undefined ? 'system' : `key:${key_id}`;
}
