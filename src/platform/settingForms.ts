import { isIP } from 'node:net';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { parseSigningKey } from './signing/signingKey.js';

/**
 * The forms that the text of a setting can have. The message of each completes "SETTING …" and says what a right value looks
 * like; what can hold a password, if only by mistake, is never repeated.
 */

interface Given {
  input?: unknown;
}

/** A decimal number within bounds. */
export const number = (min: number, max: number, { whole = false } = {}) => {
  const error = ({ input }: Given): string =>
    `must be a ${whole ? 'whole number' : 'number'} from ${min} to ${max}, but is "${String(input)}".`;
  const form = whole ? /^\d+$/ : /^\d+(\.\d+)?$/;
  return z.string().regex(form, { error }).transform(Number).pipe(z.number().min(min, { error }).max(max, { error }));
};

/** A number of decimal digits alone. */
export const wholeNumber = (min: number, max: number) => number(min, max, { whole: true });

/** One of a few words. */
export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, { error: ({ input }) => `takes ${values.join(', ')}, but not "${String(input)}".` });

/** `true` or `false`. */
export const flag = oneOf(['true', 'false']).transform((value) => value === 'true');

/** Entries between commas, at least one: who sets a list to nothing means something else. */
export const listOf = <Entry extends z.ZodType<unknown, string>>(entry: Entry) =>
  z
    .string()
    .transform((value) => value.split(',').flatMap((item) => item.trim() || []))
    .pipe(z.array(entry).min(1, { error: 'names nothing: leave it out, or name something.' }));

/** Most registers of faces that can be added. */
const MOST_REGISTERS = 20;

/** Names of registers of faces. */
export const registerNames = listOf(
  z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, {
    error: ({ input }) => `takes names of small letters, digits and _, but not "${String(input)}".`,
  }),
).refine((names) => names.length <= MOST_REGISTERS, { error: `takes up to ${MOST_REGISTERS} names.` });

/** A file or folder, made absolute. */
export const path = z.string().transform((given) => resolve(given));

const text = (isRight: (value: string) => boolean, error: string) => z.string().refine(isRight, { error });

const NAME = /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/;

/** What to listen on: an address, or a name that has one. */
export const hostName = text(
  (value) => isIP(value) !== 0 || NAME.test(value),
  'must be an address or a host name without scheme and port, such as 127.0.0.1 or 0.0.0.0.',
);

/** A server of which only host and port are told. */
export const hostAndPort = text(
  (value) => isHostAndPort(value),
  'must be host:port, comma-separated where there are several, such as kafka:9092.',
);

function isHostAndPort(value: string): boolean {
  const [, v6, name = '', digits] = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(value) ?? [];
  const port = Number(digits);
  return (v6 === undefined ? NAME.test(name) : isIP(v6) === 6) && port >= 1 && port <= 65_535;
}

/** An address of HTTP; `example` is one that would be right. */
export const httpAddress = (example: string) =>
  z
    .url({ protocol: z.regexes.httpProtocol, error: `must be an http or https address, such as ${example}.` })
    .refine(canBeDecoded, { error: 'must have "%" in its name and its password written as %25.' });

/** Clients decode the name and the password, and know nothing to say where that cannot be done. */
function canBeDecoded(address: string): boolean {
  if (!URL.canParse(address)) return true; // is told of as such
  const { username, password } = new URL(address);
  try {
    [username, password].forEach(decodeURIComponent);
    return true;
  } catch {
    return false;
  }
}

/** A connection string of Postgres. Without a host the driver takes the one of this machine. */
export const postgresAddress = text(
  (value) => /^postgres(ql)?:\/\/\S+$/i.test(value) && URL.canParse(value),
  'must be an address of Postgres, such as postgres://attest:password@localhost:5432/attest; characters with a meaning in addresses, such as "#" or "/" in the password, are written as %23 or %2F.',
);

/** Addresses of machines next to each other, or one alone, as `trust proxy` of Express takes them. */
export const network = text(
  (value) => ['loopback', 'linklocal', 'uniquelocal'].includes(value) || isIP(value) !== 0 || ipaddr.isValidCIDR(value),
  'must be addresses or networks, comma-separated, such as 10.0.0.7, 10.1.0.0/16 or fd00::/8, or one of loopback, linklocal and uniquelocal.',
);

const EVENT_STORE = /^esdb(?:\+discover)?:\/\/(?:[^\s:/@]+:[^\s:/@]+@)?([^\s/?@]+)\/?(?:\?(\S*))?$/;
const EVENT_STORE_HOST = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?(?::\d{1,5})?$/;

/** What its client takes. It prints the whole address, password included, where it is given another one, or `tlsVerifyCert=false`. */
const EVENT_STORE_OPTIONS: { [name: string]: RegExp } = {
  ...{ tls: /^(true|false)$/, tlsCAFile: /^[^?]+$/, userCertFile: /^[^?]+$/, userKeyFile: /^[^?]+$/ },
  ...{ nodePreference: /^(leader|follower|read_only_replica|random)$/, connectionName: /^[^?]+$/ },
  ...{ maxDiscoverAttempts: /^\d+$/, discoveryInterval: /^\d+$/, gossipTimeout: /^\d+$/ },
  ...{ defaultDeadline: /^\d+$/, keepAliveInterval: /^(-1|\d+)$/, keepAliveTimeout: /^(-1|\d+)$/ },
};

/** A connection string of EventStoreDB, which can name several hosts. */
export const eventStoreAddress = text(
  isEventStoreAddress,
  `must be an address of EventStoreDB, such as esdb://localhost:2113?tls=false, esdb://user:password@one:2113,two:2113,three:2113 or esdb+discover://user:password@cluster.example.com; characters with a meaning in addresses, such as "@" or ":" in the password, are written as %40 or %3A, and behind the "?" it takes ${Object.keys(EVENT_STORE_OPTIONS).join(', ')}.`,
);

function isEventStoreAddress(value: string): boolean {
  const [, hosts, options] = EVENT_STORE.exec(value) ?? [];
  if (hosts === undefined || !hosts.split(',').every((host) => EVENT_STORE_HOST.test(host))) return false;
  return (options?.split('&') ?? []).every((option) => {
    const [, name = '', given = ''] = /^([^=]+)=(.+)$/.exec(option) ?? [];
    return EVENT_STORE_OPTIONS[name]?.test(given) ?? false;
  });
}

/** Where a browser page comes from, as browsers write it in the header `Origin`; anything else would never match. */
export const origin = text(
  (value) => /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value,
  'must be an origin as browsers send it, such as https://console.example.com: in small letters, without a path, and without a port that is the usual one.',
);

/** The name of an S3 bucket. */
export const bucket = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
  error: ({ input }) =>
    `must be 3 to 63 small letters, digits, dots and hyphens, such as attest, but is "${String(input)}".`,
});

/** The name of an S3 region. */
export const region = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, {
  error: ({ input }) => `must be letters, digits and hyphens, such as eu-central-1, but is "${String(input)}".`,
});

/** Form of keys that are made now; see the API guide. */
export const apiKeyText = z.string().regex(/^zk_[0-9a-f]{12}_[0-9a-f]{32}$/, {
  error: 'must look like zk_<12 hex digits>_<32 hex digits>, in lower case.',
});

/** A master key, as its bytes. */
export const masterKey = z.string().transform((given, { addIssue }) => {
  const key = parseMasterKey(given);
  if (key) return key;
  addIssue('must be 32 bytes in base64 or hex; make one with: openssl rand -base64 32');
  return z.NEVER;
});

/** The 32 bytes of a master key from its base64, base64url or hex text; `undefined` when it is anything else. */
export function parseMasterKey(value: string): Buffer | undefined {
  if (/^[0-9a-fA-F]{64}$/.test(value)) return Buffer.from(value, 'hex');
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(value)) return Buffer.from(value, 'base64');
  return undefined;
}

/** A private key of Ed25519. */
export const signingKey = z.string().transform((given, { addIssue }) => {
  const key = parseSigningKey(given);
  if (key) return key;
  addIssue(
    'must be a private key of Ed25519: its 32 bytes in base64 or hex (openssl rand -base64 32), or PKCS #8 in PEM (openssl genpkey -algorithm ed25519).',
  );
  return z.NEVER;
});

/** Kafka names consist of these, and have 249 characters at most. */
export const kafkaPrefix = z.string().regex(/^[A-Za-z0-9._-]{0,100}$/, {
  error: ({ input }) => `takes up to 100 letters, digits, ".", "_" and "-", but not "${String(input)}".`,
});

/** No hyphen, so that the names of no installation begin as those of another do. Names of indexes are lower-case. */
export const indexPrefix = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, {
  error: ({ input }) =>
    `takes up to 40 small letters, digits and "_", of which the first is a letter, but not "${String(input)}".`,
});

/** How many requests one tenant may make. */
export const requestsPerMinute = wholeNumber(1, 1_000_000);

const tenantLimit = z
  .string()
  .regex(/^[A-Za-z0-9._-]{0,64}=[^=]*$/, {
    error: ({ input }) => `must be tenant=limit, such as acme=500, but is "${String(input)}".`,
  })
  .transform((entry) => entry.split('='))
  .pipe(z.tuple([z.string(), requestsPerMinute]));

/** Limits by tenant, each tenant once. */
export const tenantLimits = listOf(tenantLimit).refine(
  (limits) => new Set(limits.map(([tenant]) => tenant)).size === limits.length,
  { error: 'names a tenant twice: give each one limit, such as acme=500.' },
);

/** What a group of an identity provider may do here: in which tenant (empty for the platform), with which scopes. */
export interface GroupRights {
  group: string;
  tenant_id: string;
  scopes: ('read' | 'write' | 'admin')[];
}

/** The rights of a group, as `analysts=acme:read+write`. */
export const groupRights = z.string().transform((entry, { addIssue }): GroupRights => {
  const [, group, tenant_id, named] =
    /^([^=]+)=([A-Za-z0-9._-]{0,64}):((?:read|write|admin)(?:\+(?:read|write|admin))*)$/.exec(entry) ?? [];
  if (group !== undefined && tenant_id !== undefined && named !== undefined) {
    return { group, tenant_id, scopes: [...new Set(named.split('+'))] as GroupRights['scopes'] };
  }
  addIssue(`must be group=tenant:scopes, such as analysts=acme:read+write, but is "${entry}".`);
  return z.NEVER;
});

/** Where an identity provider is: by TLS, unless it is on this machine. */
export const issuer = text(
  (value) =>
    URL.canParse(value) &&
    (/^https:/.test(value) || /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/.test(value)),
  'must be the https address of an identity provider, such as https://login.example.com/realms/staff; http is taken for this machine alone.',
);

/** A scope that is asked of an identity provider (RFC 6749, section 3.3). */
export const oidcScope = text(
  (value) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(value),
  'must be scopes, comma-separated, such as openid,profile,groups.',
);
