import { resolve } from 'node:path';
import { StartError } from './startError.js';

/** What a process can do: answer HTTP, keep the read models, put work on the bus, do that work. */
export const ROLES = ['api', 'projector', 'relay', 'worker'] as const;
/** One of `ROLES`. */
export type Role = (typeof ROLES)[number];

/** Values of `LOG_LEVEL`, as pino knows them. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
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
  /** `KAFKA_PREFIX`: put before the name of each topic and consumer group. */
  kafkaPrefix: string;
  /** `ELASTICSEARCH_URL`. Holds a secret. */
  elasticsearchUrl?: string;
  /** `S3_ENDPOINT`, `S3_BUCKET`, `S3_REGION`; absent means files in the data folder. Credentials come from the AWS SDK's own chain. */
  s3?: { endpoint: string; bucket: string; region: string };
  /** `OCR_MODELS`: folder with a manifest of text networks. */
  ocrModels?: string;
  /** `FACE_MODELS`: folder with a manifest of face networks. */
  faceModels?: string;
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

/**
 * Reads the settings from environment variables; an empty variable counts as absent.
 * @throws ConfigError for the first wrong value
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const text = (name: string): string | undefined => env[name]?.trim() || undefined;
  const endpoint = httpUrl('S3_ENDPOINT', text('S3_ENDPOINT'));
  return {
    host: text('HOST') ?? '127.0.0.1',
    port: number('PORT', text('PORT') ?? '3000', { min: 0, max: 65_535, whole: true }),
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    roles: new Set(list(text('ROLES') ?? ROLES.join(',')).map((role) => oneOf('ROLES', role, ROLES))),
    authEnabled: flag('AUTH_ENABLED', text('AUTH_ENABLED') ?? 'true'),
    bootstrapApiKey: apiKey(text('BOOTSTRAP_API_KEY')),
    masterKey: masterKey(text('MASTER_KEY')),
    masterKeyFile: masterKeyFile(text('MASTER_KEY_FILE'), text('MASTER_KEY')),
    masterKeysOld: list(text('MASTER_KEY_OLD')).map((one) => parseMasterKey(one) ?? resolve(one)),
    databaseUrl: url('DATABASE_URL', text('DATABASE_URL'), ['postgres:', 'postgresql:']),
    databasePool: number('DATABASE_POOL', text('DATABASE_POOL') ?? '20', { min: 2, max: 1000, whole: true }),
    eventStoreUrl: url('EVENTSTORE_URL', text('EVENTSTORE_URL'), ['esdb:', 'esdb+discover:', 'kurrentdb:']),
    kafkaBrokers: list(text('KAFKA_BROKERS')),
    kafkaPrefix: kafkaPrefix(text('KAFKA_PREFIX') ?? ''),
    elasticsearchUrl: httpUrl('ELASTICSEARCH_URL', text('ELASTICSEARCH_URL')),
    s3: endpoint
      ? { endpoint, bucket: text('S3_BUCKET') ?? 'attest', region: text('S3_REGION') ?? 'us-east-1' }
      : undefined,
    ocrModels: folder(text('OCR_MODELS')),
    faceModels: folder(text('FACE_MODELS')),
    engineProcesses: engineProcesses(text('ENGINE_PROCESSES')),
    rateLimit: number('RATE_LIMIT', text('RATE_LIMIT') ?? '200', { min: 1, max: 1_000_000, whole: true }),
    rateLimitTenants: rateLimits(list(text('RATE_LIMIT_TENANTS'))),
    caseTtlHours: number('CASE_TTL_HOURS', text('CASE_TTL_HOURS') ?? '24', { min: 0.001, max: 87_600 }),
    webhookAllowPrivate: flag('WEBHOOK_ALLOW_PRIVATE', text('WEBHOOK_ALLOW_PRIVATE') ?? 'false'),
    webhookWorkerInterval: number('WEBHOOK_WORKER_INTERVAL', text('WEBHOOK_WORKER_INTERVAL') ?? '15', {
      min: 0.1,
      max: 3600,
    }),
    corsOrigins: list(text('CORS_ORIGINS')),
    tracesEndpoint: httpUrl('OTEL_EXPORTER_OTLP_ENDPOINT', text('OTEL_EXPORTER_OTLP_ENDPOINT')),
    logLevel: oneOf('LOG_LEVEL', text('LOG_LEVEL') ?? 'info', LOG_LEVELS),
  };
}

const list = (value: string | undefined): string[] =>
  (value ?? '').split(',').flatMap((item) => (item.trim() ? [item.trim()] : []));

const folder = (value: string | undefined): string | undefined => value && resolve(value);

function oneOf<Value extends string>(name: string, value: string, allowed: readonly Value[]): Value {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new ConfigError(`${name} takes ${allowed.join(', ')}, but not "${value}".`);
  return found;
}

function flag(name: string, value: string): boolean {
  return oneOf(name, value, ['true', 'false']) === 'true';
}

function number(name: string, value: string, range: { min: number; max: number; whole?: boolean }): number {
  const parsed = Number(value);
  const decimal = range.whole ? /^\d+$/ : /^\d+(\.\d+)?$/;
  if (!decimal.test(value) || parsed < range.min || parsed > range.max) {
    const kind = range.whole ? 'whole number' : 'number';
    throw new ConfigError(`${name} must be a ${kind} from ${range.min} to ${range.max}, but is "${value}".`);
  }
  return parsed;
}

/** Kafka names consist of these, and have 249 characters at most. */
function kafkaPrefix(value: string): string {
  if (!/^[A-Za-z0-9._-]{0,100}$/.test(value)) {
    throw new ConfigError(`KAFKA_PREFIX takes up to 100 letters, digits, ".", "_" and "-", but not "${value}".`);
  }
  return value;
}

const engineProcesses = (value: string | undefined): number | undefined =>
  value === undefined ? undefined : number('ENGINE_PROCESSES', value, { min: 1, max: 64, whole: true });

function rateLimits(entries: readonly string[]): Map<string, number> {
  return new Map(
    entries.map((entry) => {
      const [tenant = '', limit = '', ...rest] = entry.split('=');
      if (!/^[A-Za-z0-9._-]{0,64}$/.test(tenant) || rest.length > 0) {
        throw new ConfigError(`RATE_LIMIT_TENANTS takes tenant=limit, comma-separated, but not "${entry}".`);
      }
      return [tenant, number('RATE_LIMIT_TENANTS', limit, { min: 1, max: 1_000_000, whole: true })];
    }),
  );
}

// URLs can carry passwords, so their values are never repeated in a message.
function url(name: string, value: string | undefined, schemes: readonly string[]): string | undefined {
  if (value === undefined) return undefined;
  const allowed = schemes.map((scheme) => `${scheme}//`);
  const scheme = allowed.find((prefix) => value.toLowerCase().startsWith(prefix));
  if (!scheme || value.length === scheme.length || /\s/.test(value)) {
    throw new ConfigError(`${name} must be an address that begins with ${allowed.join(' or ')}.`);
  }
  return value;
}

function httpUrl(name: string, value: string | undefined): string | undefined {
  const checked = url(name, value, ['http:', 'https:']);
  if (checked !== undefined && !URL.canParse(checked))
    throw new ConfigError(`${name} is no valid http or https address.`);
  return checked;
}

/** Form of keys that are made now; see the API guide. */
const API_KEY = /^zk_[0-9a-f]{12}_[0-9a-f]{32}$/;

function apiKey(value: string | undefined): string | undefined {
  if (value !== undefined && !API_KEY.test(value)) {
    throw new ConfigError('BOOTSTRAP_API_KEY must look like zk_<12 hex digits>_<32 hex digits>, in lower case.');
  }
  return value;
}

function masterKey(value: string | undefined): Buffer | undefined {
  if (value === undefined) return undefined;
  const key = parseMasterKey(value);
  if (!key) {
    throw new ConfigError('MASTER_KEY must be 32 bytes in base64 or hex; make one with: openssl rand -base64 32');
  }
  return key;
}

function masterKeyFile(value: string | undefined, key: string | undefined): string | undefined {
  if (value !== undefined && key !== undefined) {
    throw new ConfigError('MASTER_KEY and MASTER_KEY_FILE cannot both be set: leave one of them out.');
  }
  return folder(value);
}

/** The 32 bytes of a master key from its base64, base64url or hex text; `undefined` when it is anything else. */
export function parseMasterKey(value: string): Buffer | undefined {
  if (/^[0-9a-fA-F]{64}$/.test(value)) return Buffer.from(value, 'hex');
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(value)) return Buffer.from(value, 'base64');
  return undefined;
}
