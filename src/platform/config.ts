import type { KeyObject } from 'node:crypto';
import { resolve } from 'node:path';
import { z } from 'zod';
import {
  apiKeyText,
  bucket,
  eventStoreAddress,
  flag,
  hostAndPort,
  hostName,
  httpAddress,
  indexPrefix,
  kafkaPrefix,
  listOf,
  masterKey,
  network,
  number,
  oneOf,
  origin,
  parseMasterKey,
  path,
  postgresAddress,
  region,
  requestsPerMinute,
  signingKey,
  tenantLimits,
  wholeNumber,
} from './settingForms.js';
import { FACE_SETTINGS, type FaceConfig, facesOf, hasIndexOfFaces, INDEX_OF_FACES } from './faceConfig.js';
import { hasWholeModel, MODEL_SETTINGS, type ModelConfig, modelOf, WHOLE_MODEL } from './modelConfig.js';
import { hasWholeOidc, OIDC_SETTINGS, type OidcConfig, oidcOf, WHOLE_OIDC } from './oidcConfig.js';
import { StartError } from './startError.js';

/** What a process can do: answer HTTP, keep the read models, put work on the bus, do that work. */
export const ROLES = ['api', 'projector', 'relay', 'worker'] as const;
/** One of `ROLES`. */
export type Role = (typeof ROLES)[number];

/** Values of `LOG_LEVEL`, as pino knows them. */
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
/** One of `LOG_LEVELS`. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** How much this process has of something: for all tenants together, and for each. */
export interface Bounds {
  all: number;
  each: number;
}

/** Every setting of the service, read once from the environment. `docs/configuration.md` describes each for users. */
export interface Config extends FaceConfig {
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
  /** `SIGNING_KEY`: private key of Ed25519 that certificates are signed with; absent means the one in the data folder. Secret. */
  signingKey?: KeyObject;
  /** `SIGNING_KEY_FILE`: absolute path of a file that holds it, in place of `SIGNING_KEY`. */
  signingKeyFile?: string;
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
  /** `ELASTICSEARCH_URL`: where searches are answered; absent means the database. Holds a secret. */
  elasticsearchUrl?: string;
  /** `ELASTICSEARCH_PREFIX`: what the names of its indexes there begin with. */
  elasticsearchPrefix: string;
  /** `S3_ENDPOINT`, `S3_BUCKET`, `S3_REGION`; absent means files in the data folder. Credentials come from the AWS SDK's own chain. */
  s3?: { endpoint: string; bucket: string; region: string };
  /** `ANCHOR_URL`: where signed tree heads are posted to; may hold a secret. */
  anchorUrl?: string;
  /** `ANCHOR_BUCKET` at `S3_ENDPOINT`, `ANCHOR_RETENTION_DAYS`: where they are written to with object lock, and for how long. */
  anchorBucket?: { endpoint: string; bucket: string; region: string; retentionDays: number };
  /** `OCR_MODELS`: folder with a manifest of text networks. */
  ocrModels?: string;
  /** `ENGINE_PROCESSES`: documents read at the same time; absent means by the number of cores. */
  engineProcesses?: number;
  /** `ENGINE_MEMORY`: MiB that reading one document may take; absent means by the memory there is. */
  engineMemory?: number;
  /** `DOCUMENT_TIMEOUT`: longest that reading one document may take, in seconds. */
  documentTimeout: number;
  /** `RATE_LIMIT`: requests per tenant in a rolling minute. */
  rateLimit: number;
  /** `RATE_LIMIT_TENANTS`: other limits by tenant, `acme=500,=1000`; the empty name is the platform. */
  rateLimitTenants: ReadonlyMap<string, number>;
  /** `CONSOLE_RATE_LIMIT`: requests per session of the console in a rolling minute. */
  consoleRateLimit: number;
  /** `OIDC_ISSUER`, `OIDC_CLIENT_ID`, `OIDC_CLIENT_SECRET`, `OIDC_GROUPS`, `OIDC_SCOPES`: where people sign in with their own account; absent means nowhere. Holds a secret. */
  oidc?: OidcConfig;
  /** `MODEL_URL`, `MODEL_NAME`, `MODEL_KEY` and what else begins with `MODEL_`: a language model that is asked beside the engine; absent means none. Holds a secret. */
  model?: ModelConfig;
  /** `TRUSTED_PROXIES`: addresses, networks and Express' names of networks whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[];
  /** `OPEN_REQUESTS`, `OPEN_REQUESTS_SHARE`: most requests that this process has open at once, and most of one tenant. */
  openRequests: Bounds;
  /** `BODY_MEMORY`, `BODY_MEMORY_SHARE`: MiB that this process sets aside for the bodies of requests, and most for one tenant. */
  bodyMemory: Bounds;
  /** `BODY_MIN_RATE`: KiB a second at which a body must come. */
  bodyMinRate: number;
  /** `BODY_TIMEOUT`: seconds in which all of a request must have come, however fast. */
  bodyTimeout: number;
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

/** The settings by the names of their variables. An absent one takes its default, as text. */
const SETTINGS = z
  .object({
    HOST: hostName.default('127.0.0.1'),
    PORT: wholeNumber(0, 65_535).prefault('3000'),
    DATA_DIR: path.prefault('./data'),
    ROLES: listOf(oneOf(ROLES)).default([...ROLES]),
    AUTH_ENABLED: flag.prefault('true'),
    BOOTSTRAP_API_KEY: apiKeyText.optional(),
    MASTER_KEY: masterKey.optional(),
    MASTER_KEY_FILE: path.optional(),
    MASTER_KEY_OLD: listOf(z.string()).default([]),
    SIGNING_KEY: signingKey.optional(),
    SIGNING_KEY_FILE: path.optional(),
    DATABASE_URL: postgresAddress.optional(),
    DATABASE_POOL: wholeNumber(2, 1000).prefault('20'),
    EVENTSTORE_URL: eventStoreAddress.optional(),
    KAFKA_BROKERS: listOf(hostAndPort).default([]),
    KAFKA_PREFIX: kafkaPrefix.default(''),
    ELASTICSEARCH_URL: httpAddress('http://localhost:9200').optional(),
    ELASTICSEARCH_PREFIX: indexPrefix.default('attest'),
    S3_ENDPOINT: httpAddress('http://localhost:9000').optional(),
    S3_BUCKET: bucket.optional(),
    S3_REGION: region.default('us-east-1'),
    ANCHOR_URL: httpAddress('https://anchor.example.com/attest').optional(),
    ANCHOR_BUCKET: bucket.optional(),
    ANCHOR_RETENTION_DAYS: wholeNumber(1, 36_500).prefault('3650'),
    OCR_MODELS: path.optional(),
    ...FACE_SETTINGS,
    ENGINE_PROCESSES: wholeNumber(1, 64).optional(),
    ENGINE_MEMORY: wholeNumber(512, 65_536).optional(),
    DOCUMENT_TIMEOUT: number(1, 300).prefault('120'),
    RATE_LIMIT: requestsPerMinute.prefault('200'),
    RATE_LIMIT_TENANTS: tenantLimits.default([]),
    CONSOLE_RATE_LIMIT: requestsPerMinute.prefault('1200'),
    ...OIDC_SETTINGS,
    ...MODEL_SETTINGS,
    TRUSTED_PROXIES: listOf(network).default([]),
    OPEN_REQUESTS: wholeNumber(1, 100_000).prefault('1000'),
    OPEN_REQUESTS_SHARE: wholeNumber(1, 100_000).prefault('250'),
    // The largest body that is taken must find room.
    BODY_MEMORY: wholeNumber(64, 65_536).prefault('384'),
    BODY_MEMORY_SHARE: wholeNumber(64, 65_536).prefault('96'),
    BODY_MIN_RATE: wholeNumber(1, 10_240).prefault('16'),
    BODY_TIMEOUT: wholeNumber(1, 3600).prefault('120'),
    CASE_TTL_HOURS: number(0.001, 87_600).prefault('24'),
    WEBHOOK_ALLOW_PRIVATE: flag.prefault('false'),
    WEBHOOK_WORKER_INTERVAL: number(0.1, 3600).prefault('15'),
    CORS_ORIGINS: listOf(origin).default([]),
    OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress('http://localhost:4318').optional(),
    LOG_LEVEL: oneOf(LOG_LEVELS).prefault('info'),
  })
  .refine(({ MASTER_KEY, MASTER_KEY_FILE }) => !MASTER_KEY || !MASTER_KEY_FILE, {
    path: ['MASTER_KEY'],
    error: 'and MASTER_KEY_FILE cannot both be set: leave one of them out.',
  })
  .refine(({ SIGNING_KEY, SIGNING_KEY_FILE }) => !SIGNING_KEY || !SIGNING_KEY_FILE, {
    path: ['SIGNING_KEY'],
    error: 'and SIGNING_KEY_FILE cannot both be set: leave one of them out.',
  })
  .refine(({ S3_BUCKET, S3_ENDPOINT }) => S3_BUCKET === undefined || S3_ENDPOINT !== undefined, {
    path: ['S3_BUCKET'],
    error:
      'counts only with S3_ENDPOINT, such as https://s3.eu-central-1.amazonaws.com: set that too, or leave both out.',
  })
  .refine(({ ANCHOR_BUCKET, S3_ENDPOINT }) => ANCHOR_BUCKET === undefined || S3_ENDPOINT !== undefined, {
    path: ['ANCHOR_BUCKET'],
    error: 'counts only with S3_ENDPOINT, which says where the bucket is: set that too, or leave both out.',
  })
  .refine(hasIndexOfFaces, INDEX_OF_FACES)
  .refine(hasWholeOidc, WHOLE_OIDC)
  .refine(hasWholeModel, WHOLE_MODEL);

/** The names of all settings, as they stand in the environment. */
export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS.shape);

/**
 * Reads the settings from environment variables; an empty variable counts as absent.
 * @throws ConfigError for the first wrong value
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const given = SETTING_NAMES.flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()] as const] : []));
  const { data: settings, error } = SETTINGS.safeParse(Object.fromEntries(given));
  if (error) throw new ConfigError(error.issues.map(describeIssue)[0]);
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
    signingKey: settings.SIGNING_KEY,
    signingKeyFile: settings.SIGNING_KEY_FILE,
    databaseUrl: settings.DATABASE_URL,
    databasePool: settings.DATABASE_POOL,
    eventStoreUrl: settings.EVENTSTORE_URL,
    kafkaBrokers: settings.KAFKA_BROKERS,
    kafkaPrefix: settings.KAFKA_PREFIX,
    elasticsearchUrl: settings.ELASTICSEARCH_URL,
    elasticsearchPrefix: settings.ELASTICSEARCH_PREFIX,
    s3: settings.S3_ENDPOINT
      ? { endpoint: settings.S3_ENDPOINT, bucket: settings.S3_BUCKET ?? 'attest', region: settings.S3_REGION }
      : undefined,
    anchorUrl: settings.ANCHOR_URL,
    anchorBucket: anchorBucketOf(settings),
    ocrModels: settings.OCR_MODELS,
    ...facesOf(settings),
    engineProcesses: settings.ENGINE_PROCESSES,
    engineMemory: settings.ENGINE_MEMORY,
    documentTimeout: settings.DOCUMENT_TIMEOUT,
    rateLimit: settings.RATE_LIMIT,
    rateLimitTenants: new Map(settings.RATE_LIMIT_TENANTS),
    consoleRateLimit: settings.CONSOLE_RATE_LIMIT,
    oidc: oidcOf(settings),
    model: modelOf(settings),
    trustedProxies: settings.TRUSTED_PROXIES,
    openRequests: { all: settings.OPEN_REQUESTS, each: settings.OPEN_REQUESTS_SHARE },
    bodyMemory: { all: settings.BODY_MEMORY, each: settings.BODY_MEMORY_SHARE },
    bodyMinRate: settings.BODY_MIN_RATE,
    bodyTimeout: settings.BODY_TIMEOUT,
    caseTtlHours: settings.CASE_TTL_HOURS,
    webhookAllowPrivate: settings.WEBHOOK_ALLOW_PRIVATE,
    webhookWorkerInterval: settings.WEBHOOK_WORKER_INTERVAL,
    corsOrigins: settings.CORS_ORIGINS,
    tracesEndpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: settings.LOG_LEVEL,
  };
}

/** The bucket for tree heads, which lies where the other one does. */
const anchorBucketOf = (settings: z.output<typeof SETTINGS>): Config['anchorBucket'] =>
  settings.ANCHOR_BUCKET !== undefined && settings.S3_ENDPOINT !== undefined
    ? {
        ...{ endpoint: settings.S3_ENDPOINT, bucket: settings.ANCHOR_BUCKET, region: settings.S3_REGION },
        retentionDays: settings.ANCHOR_RETENTION_DAYS,
      }
    : undefined;

/** The setting, which entry where it is a list, and what is wrong with it. */
function describeIssue({ path: [name, entry], message }: z.core.$ZodIssue): string {
  return `${String(name)}${typeof entry === 'number' ? ` (entry ${entry + 1})` : ''} ${message}`;
}
