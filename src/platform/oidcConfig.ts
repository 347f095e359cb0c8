import { z } from 'zod';
import { groupRights, type GroupRights, issuer, listOf, oidcScope } from './settingForms.js';

/** Where people sign in with their own account (OpenID Connect), and what they may do then. `clientSecret` is one. */
export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: readonly string[];
  groups: readonly GroupRights[];
}

/** Its settings by the names of their variables. */
export const OIDC_SETTINGS = {
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_GROUPS: listOf(groupRights).default([]),
  OIDC_SCOPES: listOf(oidcScope).default(['openid', 'profile']),
};

type Settings = z.output<z.ZodObject<typeof OIDC_SETTINGS>>;

/** Whether all of what it takes is set, or none of it. */
export function hasWholeOidc({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_GROUPS }: Settings): boolean {
  const given = [OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_GROUPS[0]].map((one) => one !== undefined);
  return given.every((one) => one === given[0]);
}

/** What is said where only some of it is. */
export const WHOLE_OIDC = {
  path: ['OIDC_ISSUER'],
  error: 'needs OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_GROUPS beside it, and they need it: set all four, or none.',
};

/** Where people sign in; undefined where nothing is set. */
export const oidcOf = (settings: Settings): OidcConfig | undefined =>
  settings.OIDC_ISSUER === undefined
    ? undefined
    : {
        issuer: settings.OIDC_ISSUER,
        clientId: settings.OIDC_CLIENT_ID ?? '',
        clientSecret: settings.OIDC_CLIENT_SECRET ?? '',
        ...{ scopes: settings.OIDC_SCOPES, groups: settings.OIDC_GROUPS },
      };
