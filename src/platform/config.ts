import { resolve } from 'node:path';
import { z } from 'zod';
import { StartError } from './startError.js';

/** What a process can do: answer HTTP, keep the read models, put work on the bus, do that work. */
export const ROLES = ['api', 'projector', 'relay', 'worker'] as const;
/** One of `ROLES`. */
export type Role = (typeof ROLES)[number];

/** Values of `LOG_LEVEL`, as pino knows them. */
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
/** One of `LOG_LEVELS`. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Every setting of the service, read once from the environment. `docs/configuration.md` describes each for users. */
export interface Config {
  /** `HOST`: address to listen on. */
  host: string;
  /** `PORT`: 0 takes any free port. */
  port: number;
  /** `DATA_DIR`: absolute path of the folder for everything that is kept locally. */
  dataDir: string;
  /** `ROLES` of this process. */
  roles: ReadonlySet<Role>;
  /** `AUTH_ENABLED`: when false every request runs as the platform. */
  authEnabled: boolean;
  /** `BOOTSTRAP_API_KEY`: value of the first platform key instead of a random one. Secret. */
  bootstrapApiKey?: string;
  /** `MASTER_KEY`: 32 bytes; absent means the one in the data folder. Secret. */
  masterKey?: Buffer;
  /** `MASTER_KEY_FILE`: absolute path of a file that holds the master key, in place of `MASTER_KEY`. */
  masterKeyFile?: string;
  /** `MASTER_KEY_OLD`: older master keys, or absolute paths of files that hold one; they only open. Secret. */
  masterKeysOld: readonly (Buffer | string)[];
  /** `DATABASE_URL`: a Postgres of your own; absent means the embedded one. Holds a secret. */
  databaseUrl?: string;
  /** `DATABASE_POOL`: most connections of this process's pool. */
  databasePool: number;
  /** `EVENTSTORE_URL`: an EventStoreDB; absent means the database. Holds a secret. */
  eventStoreUrl?: string;
  /** `KAFKA_BROKERS`: host:port, comma-separated. */
  kafkaBrokers: readonly string[];
  /** `KAFKA_PREFIX`: put before the name of each topic, which its consumer group carries. */
  kafkaPrefix: string;
  /** `S3_ENDPOINT`, `S3_BUCKET`, `S3_REGION`; absent means files in the data folder. Credentials come from the AWS SDK's own chain. */
  s3?: { endpoint: string; bucket: string; region: string };
  /** `OCR_MODELS`: folder with a manifest of text networks. */
  ocrModels?: string;
  /** `ENGINE_PROCESSES`: documents read at the same time; absent means by the number of cores. */
  engineProcesses?: number;
  /** `RATE_LIMIT`: requests per tenant in a rolling minute. */
  rateLimit: number;
  /** `RATE_LIMIT_TENANTS`: other limits by tenant, `acme=500,=1000`; the empty name is the platform. */
  rateLimitTenants: ReadonlyMap<string, number>;
  /** `CASE_TTL_HOURS`: hours until an untouched case expires; fractions allowed. */
  caseTtlHours: number;
  /** `WEBHOOK_ALLOW_PRIVATE`: deliver to private addresses; for tests alone. */
  webhookAllowPrivate: boolean;
  /** `WEBHOOK_WORKER_INTERVAL`: seconds between two polls of the queue of webhooks. */
  webhookWorkerInterval: number;
  /** `CORS_ORIGINS`: browser origins that may call the API, comma-separated; none by default. */
  corsOrigins: readonly string[];
  /** `OTEL_EXPORTER_OTLP_ENDPOINT`: where traces are sent to; absent means that none are made. */
  tracesEndpoint?: string;
  /** `LOG_LEVEL`. */
  logLevel: LogLevel;
}

/** A setting has a wrong value; the message names the setting and what it takes, never a secret's value. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';
}

interface Given {
  input?: unknown;
}

const number = (min: number, max: number, { whole = false } = {}) => {
  const error = ({ input }: Given): string =>
    `must be a ${whole ? 'whole number' : 'number'} from ${min} to ${max}, but is "${String(input)}".`;
  const form = whole ? /^\d+$/ : /^\d+(\.\d+)?$/;
  return z.string().regex(form, { error }).transform(Number).pipe(z.number().min(min, { error }).max(max, { error }));
};

const wholeNumber = (min: number, max: number) => number(min, max, { whole: true });

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, { error: ({ input }) => `takes ${values.join(', ')}, but not "${String(input)}".` });

const flag = oneOf(['true', 'false']).transform((value) => value === 'true');

const list = z.string().transform((value) => value.split(',').flatMap((item) => item.trim() || []));

const path = z.string().transform((given) => resolve(given));

// URLs can carry passwords, so their values are never repeated in a message.
const address = (...schemes: readonly string[]) => {
  const begins = schemes.map((scheme) => `${scheme}://`);
  const form = new RegExp(`^(?:${begins.join('|').replaceAll('+', '\\+')})\\S+$`, 'i');
  return z.string().regex(form, { error: `must be an address that begins with ${begins.join(' or ')}.` });
};

const httpAddress = z.url({
  protocol: z.regexes.httpProtocol,
  error: 'must be a valid address that begins with http:// or https://.',
});

/** Form of keys that are made now; see the API guide. */
const apiKey = z.string().regex(/^zk_[0-9a-f]{12}_[0-9a-f]{32}$/, {
  error: 'must look like zk_<12 hex digits>_<32 hex digits>, in lower case.',
});

const masterKey = z.string().transform((text, { addIssue }) => {
  const key = parseMasterKey(text);
  if (key) return key;
  addIssue('must be 32 bytes in base64 or hex; make one with: openssl rand -base64 32');
  return z.NEVER;
});

/** Kafka names consist of these, and have 249 characters at most. */
const kafkaPrefix = z.string().regex(/^[A-Za-z0-9._-]{0,100}$/, {
  error: ({ input }) => `takes up to 100 letters, digits, ".", "_" and "-", but not "${String(input)}".`,
});

const requestsPerMinute = wholeNumber(1, 1_000_000);

const tenantLimit = z
  .string()
  .regex(/^[A-Za-z0-9._-]{0,64}=[^=]*$/, {
    error: ({ input }) => `takes tenant=limit, comma-separated, but not "${String(input)}".`,
  })
  .transform((entry) => entry.split('='))
  .pipe(z.tuple([z.string(), requestsPerMinute]));

/** The settings by the names of their variables. An absent one takes its default, as text. */
const SETTINGS = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: wholeNumber(0, 65_535).prefault('3000'),
    DATA_DIR: path.prefault('./data'),
    ROLES: list.pipe(z.array(oneOf(ROLES))).prefault(ROLES.join(',')),
    AUTH_ENABLED: flag.prefault('true'),
    BOOTSTRAP_API_KEY: apiKey.optional(),
    MASTER_KEY: masterKey.optional(),
    MASTER_KEY_FILE: path.optional(),
    MASTER_KEY_OLD: list.prefault(''),
    DATABASE_URL: address('postgres', 'postgresql').optional(),
    DATABASE_POOL: wholeNumber(2, 1000).prefault('20'),
    EVENTSTORE_URL: address('esdb', 'esdb+discover', 'kurrentdb').optional(),
    KAFKA_BROKERS: list.prefault(''),
    KAFKA_PREFIX: kafkaPrefix.default(''),
    // Reserved for search.
    ELASTICSEARCH_URL: httpAddress.optional(),
    S3_ENDPOINT: httpAddress.optional(),
    S3_BUCKET: z.string().default('attest'),
    S3_REGION: z.string().default('us-east-1'),
    OCR_MODELS: path.optional(),
    // Reserved for face networks.
    FACE_MODELS: path.optional(),
    ENGINE_PROCESSES: wholeNumber(1, 64).optional(),
    RATE_LIMIT: requestsPerMinute.prefault('200'),
    RATE_LIMIT_TENANTS: list.pipe(z.array(tenantLimit)).prefault(''),
    CASE_TTL_HOURS: number(0.001, 87_600).prefault('24'),
    WEBHOOK_ALLOW_PRIVATE: flag.prefault('false'),
    WEBHOOK_WORKER_INTERVAL: number(0.1, 3600).prefault('15'),
    CORS_ORIGINS: list.prefault(''),
    OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress.optional(),
    LOG_LEVEL: oneOf(LOG_LEVELS).prefault('info'),
  })
  .refine(({ MASTER_KEY, MASTER_KEY_FILE }) => !MASTER_KEY || !MASTER_KEY_FILE, {
    path: ['MASTER_KEY'],
    error: 'and MASTER_KEY_FILE cannot both be set: leave one of them out.',
  });

/** The names of all settings, as they stand in the environment. */
export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS.shape);

/**
 * Reads the settings from environment variables; an empty variable counts as absent.
 * @throws ConfigError for the first wrong value
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const given = SETTING_NAMES.flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()] as const] : []));
  const { data: settings, error } = SETTINGS.safeParse(Object.fromEntries(given));
  if (error) throw new ConfigError(error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`)[0]);
  return {
    host: settings.HOST,
    port: settings.PORT,
    dataDir: settings.DATA_DIR,
    roles: new Set(settings.ROLES),
    authEnabled: settings.AUTH_ENABLED,
    bootstrapApiKey: settings.BOOTSTRAP_API_KEY,
    masterKey: settings.MASTER_KEY,
    masterKeyFile: settings.MASTER_KEY_FILE,
    masterKeysOld: settings.MASTER_KEY_OLD.map((one) => parseMasterKey(one) ?? resolve(one)),
    databaseUrl: settings.DATABASE_URL,
    databasePool: settings.DATABASE_POOL,
    eventStoreUrl: settings.EVENTSTORE_URL,
    kafkaBrokers: settings.KAFKA_BROKERS,
    kafkaPrefix: settings.KAFKA_PREFIX,
    s3: settings.S3_ENDPOINT
      ? { endpoint: settings.S3_ENDPOINT, bucket: settings.S3_BUCKET, region: settings.S3_REGION }
      : undefined,
    ocrModels: settings.OCR_MODELS,
    engineProcesses: settings.ENGINE_PROCESSES,
    rateLimit: settings.RATE_LIMIT,
    rateLimitTenants: new Map(settings.RATE_LIMIT_TENANTS),
    caseTtlHours: settings.CASE_TTL_HOURS,
    webhookAllowPrivate: settings.WEBHOOK_ALLOW_PRIVATE,
    webhookWorkerInterval: settings.WEBHOOK_WORKER_INTERVAL,
    corsOrigins: settings.CORS_ORIGINS,
    tracesEndpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: settings.LOG_LEVEL,
  };
}

/** The 32 bytes of a master key from its base64, base64url or hex text; `undefined` when it is anything else. */
export function parseMasterKey(value: string): Buffer | undefined {
  if (/^[0-9a-fA-F]{64}$/.test(value)) return Buffer.from(value, 'hex');
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(value)) return Buffer.from(value, 'base64');
  return undefined;
}
