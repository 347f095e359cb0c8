import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROLES, SETTING_NAMES, loadConfig } from '../../../src/platform/config.js';
import { SEARCH_KINDS } from '../../../src/platform/search/search.js';
import { allIndexesOfFaces } from '../../../src/platform/vectors/elasticsearchVectors.js';
import { allIndexes } from '../../../src/projections/search/searchedKind.js';

const root = join(import.meta.dirname, '../../..');
const DCLINT = join(root, 'node_modules/dclint/bin/dclint.cjs');
const composeFile = join(root, 'docker-compose.yml');
const text = await readFile(composeFile, 'utf8');

interface ComposeService {
  image: string;
  build?: string;
  profiles?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: unknown;
  entrypoint?: string[];
  command?: string[];
  read_only?: boolean;
  user?: string;
  cap_drop?: string[];
  volumes?: string[];
  ports?: string[];
  deploy: { resources: { limits: { cpus: string; memory: string } } };
}

const { services, volumes } = parse(text, { merge: true }) as {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
};
const ours = Object.entries(services).filter(([, { build }]) => build !== undefined);
const roles = ours.filter(([, { environment }]) => environment?.['ROLES'] !== undefined);

/** Where a file breaks the Compose specification; dclint holds it to the schema that comes with it. */
function errorsOf(file: string): string[] {
  const { stdout } = spawnSync(process.execPath, [DCLINT, '-f', 'json', file], { encoding: 'utf8' });
  const results = JSON.parse(stdout) as { messages: { type: string; message: string }[] }[];
  return results.flatMap(({ messages }) => messages.flatMap(({ type, message }) => (type === 'error' ? message : [])));
}

test('docker-compose.yml keeps to the Compose specification', () => {
  expect(errorsOf(composeFile)).toEqual([]);
});

test('the check notices what the specification does not know', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'attest-compose-'));
  const file = join(folder, 'docker-compose.yml');
  await writeFile(file, text.replace('stop_grace_period', 'stop_grace_time'));
  expect(errorsOf(file).join()).toContain('must NOT have additional properties');
  await rm(folder, { recursive: true });
});

test('each role has a service, and its settings are ones that the service takes', () => {
  const served = roles.flatMap(([, { environment }]) => [...loadConfig(filled(environment)).roles]);
  expect(served.toSorted()).toEqual([...ROLES].toSorted());
  for (const [name, { environment = {} }] of roles) {
    const unknown = Object.keys(environment).filter((one) => !SETTING_NAMES.includes(one) && !one.startsWith('AWS_'));
    expect([name, unknown]).toEqual([name, []]);
    const config = loadConfig(filled(environment));
    expect(config, name).toMatchObject({
      eventStoreUrl: 'esdb://attest:secret@eventstore:2113?tlsCAFile=/authority/ca.crt',
      kafkaBrokers: ['kafka:9092'],
    });
    if (name !== 'relay') {
      expect(config.s3).toMatchObject({ endpoint: 'http://s3:7070', bucket: 'attest' });
      expect([name, config.elasticsearchUrl]).toEqual([name, 'http://attest:secret@elasticsearch:9200']);
    }
    expect([name, config.databaseUrl?.includes('@postgres:')]).toEqual([name, true]);
  }
});

test('the api believes the proxy that it is published for, and nothing else is believed', () => {
  const trusting = roles.filter(([, { environment }]) => environment?.['TRUSTED_PROXIES'] !== undefined);
  expect(trusting.map(([name]) => name)).toEqual(['api']);
  expect(loadConfig(filled(services['api']?.environment)).trustedProxies).toEqual(['uniquelocal']);
});

/** Variables that everybody may know, which have a default. */
const NO_SECRETS = ['LOG_LEVEL', 'TRUSTED_PROXIES'];

test('no secret has a default: without it nothing starts', () => {
  const variables = [...text.matchAll(/\$\{(\w+)(:[?-])?[^}]*\}/g)].map(([, name = '', otherwise]) => [
    name,
    otherwise,
  ]);
  expect(
    variables.filter(([name = '']) => !NO_SECRETS.includes(name)).filter(([, otherwise]) => otherwise !== ':?'),
  ).toEqual([]);
  const written = Object.values(services).flatMap(({ environment = {} }) =>
    // ROOT_ACCESS_KEY is the name of a user, not a key.
    Object.entries(environment).filter(([name]) => /(?<!ROOT_ACCESS_)KEY$|PASSWORD|SECRET/.test(name)),
  );
  expect(written.filter(([, value]) => !value.startsWith('${'))).toEqual([]);
});

test('the template of secrets names each of them, without a value', async () => {
  const named = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name));
  const lines = (await readFile(join(root, '.env.example'), 'utf8')).split('\n').filter((line) => /^\w+=/.test(line));
  expect(new Set(lines.map((line) => line.split('=')[0]))).toEqual(named);
  expect(lines.filter((line) => !line.endsWith('='))).toEqual(['TRUSTED_PROXIES=uniquelocal', 'LOG_LEVEL=info']);
});

test('each service is given its own secrets alone, and the image none', () => {
  const secretsOf = ({ environment = {} }: ComposeService): string[] =>
    [...new Set([...JSON.stringify(environment).matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name))].toSorted();
  const ofSealed = ['ELASTICSEARCH_PASSWORD', 'EVENTSTORE_PASSWORD', 'MASTER_KEY', 'POSTGRES_PASSWORD'];
  const ofEvery = ['EVENTSTORE_PASSWORD', 'POSTGRES_PASSWORD'];
  expect(Object.fromEntries(Object.entries(services).map(([name, one]) => [name, secretsOf(one)]))).toEqual({
    api: ['BOOTSTRAP_API_KEY', ...ofSealed, 'S3_SECRET_KEY'],
    projector: [...ofSealed, 'S3_SECRET_KEY'],
    relay: ofEvery,
    worker: [...ofSealed, 'S3_SECRET_KEY'],
    postgres: ['POSTGRES_PASSWORD'],
    certificates: [],
    eventstore: ['EVENTSTORE_ADMIN_PASSWORD', 'EVENTSTORE_OPS_PASSWORD'],
    'eventstore-user': ['EVENTSTORE_ADMIN_PASSWORD', 'EVENTSTORE_PASSWORD'],
    kafka: [],
    elasticsearch: ['ELASTICSEARCH_ADMIN_PASSWORD'],
    'elasticsearch-user': ['ELASTICSEARCH_ADMIN_PASSWORD', 'ELASTICSEARCH_PASSWORD'],
    'kibana-token': ['ELASTICSEARCH_ADMIN_PASSWORD'],
    kibana: [],
    'kibana-objects': ['ELASTICSEARCH_ADMIN_PASSWORD'],
    buckets: [],
    s3: ['S3_SECRET_KEY'],
  });
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  expect(ignored).toContain('.env');
});

test('EventStoreDB speaks TLS, asks who comes, and none of the roles is its administrator', () => {
  const { environment = {} } = services['eventstore'] ?? {};
  expect(environment).not.toHaveProperty('EVENTSTORE_INSECURE');
  expect(environment).toMatchObject({
    EVENTSTORE_CERTIFICATE_FILE: expect.any(String) as string,
    EVENTSTORE_DEFAULT_ADMIN_PASSWORD: expect.stringContaining(':?') as string,
    EVENTSTORE_DEFAULT_OPS_PASSWORD: expect.stringContaining(':?') as string,
  });
  for (const [name, one] of roles) expect(JSON.stringify(one), name).not.toContain('admin');
});

test('Elasticsearch asks who comes, and whoever searches may do nothing with other indexes', () => {
  const { elasticsearch, 'elasticsearch-user': user } = services;
  expect(elasticsearch?.environment).toMatchObject({ 'xpack.security.enabled': 'true' });
  const searched = SEARCH_KINDS.map((kind) => allIndexes(kind, 'attest').replace(/v$/, '*'));
  const names = JSON.stringify([...searched, allIndexesOfFaces('attest')]);
  expect(user?.command?.join()).toContain(`"indices":[{"names":${names},"privileges":["all"]}]`);
  expect(user?.image).toBe(elasticsearch?.image);
});

test('Kibana comes by its profile alone, in the version of Elasticsearch, is published to this machine alone, and keeps its token out of the settings', () => {
  const ofProfile = Object.entries(services).filter(([, { profiles = [] }]) => profiles.includes('kibana'));
  expect(ofProfile.map(([name]) => name)).toEqual(['kibana-token', 'kibana', 'kibana-objects']);
  const { elasticsearch, kibana, 'kibana-token': token, 'kibana-objects': objects } = services;
  const [, version] = elasticsearch?.image.split(':') ?? [];
  expect(kibana?.image).toBe(`docker.elastic.co/kibana/kibana:${version}`);
  for (const one of [token, objects]) expect(one?.image).toBe(elasticsearch?.image);
  expect(kibana?.ports).toEqual(['127.0.0.1:5601:5601']);
  expect(JSON.stringify(kibana?.environment)).not.toMatch(/token|password/i);
  for (const [name, { depends_on = {} }] of Object.entries(services).filter(([, one]) => !one.profiles))
    expect([name, Object.keys(depends_on).filter((other) => services[other]?.profiles)]).toEqual([name, []]);
  const names = SEARCH_KINDS.map((kind) => `"${allIndexes(kind, 'attest').replace(/v$/, '*')}"`);
  expect(token?.command?.join()).toContain(`"names":[${names.join()}],"privileges":["read","view_index_metadata"]`);
});

test('there is a service only for what is used', () => {
  const used = new Set(Object.values(services).flatMap(({ depends_on = {} }) => Object.keys(depends_on)));
  for (const [name] of roles) used.add(name);
  used.add('kibana-objects'); // it ends what the profile brings
  expect(used).toEqual(new Set(Object.keys(services)));
});

/** Postgres counts in two numbers. */
const EXACT_TAG = /^(postgres:\d+\.\d+|[\w./-]+:v?\d+\.\d+\.\d+)(-[a-z-]+)?$/;

test('images are pinned to one version, resources limited, and what is depended on can tell that it is ready', () => {
  for (const [name, { image, deploy, depends_on = {} }] of Object.entries(services)) {
    expect([name, image]).toEqual([name, expect.stringMatching(EXACT_TAG)]);
    expect([name, deploy.resources.limits]).toEqual([
      name,
      { cpus: expect.any(String) as string, memory: expect.any(String) as string },
    ]);
    for (const [other, { condition }] of Object.entries(depends_on)) {
      const isReadable = condition === 'service_completed_successfully' || services[other]?.healthcheck !== undefined;
      expect([name, other, isReadable]).toEqual([name, other, true]);
    }
  }
});

test('files are in an S3 server that is still made, and its bucket is there before anybody asks for it', () => {
  // MinIO makes no images any more, and took the last ones from Docker Hub in September 2026.
  expect(text).not.toMatch(/minio/i);
  const { s3, buckets } = services;
  const { ROOT_ACCESS_KEY: user, ROOT_SECRET_KEY: password, ...served } = s3?.environment ?? {};
  const bucket = `${served['VGW_BACKEND_ARGS']}/attest`;
  expect([buckets?.entrypoint, buckets?.volumes]).toEqual([['mkdir', '-p', bucket], s3?.volumes]);
  expect(s3?.depends_on).toEqual({ buckets: { condition: 'service_completed_successfully' } });
  expect(JSON.stringify(s3?.healthcheck)).toContain(`http://127.0.0.1${served['VGW_PORT']}${served['VGW_HEALTH']}`);
  for (const [name, { environment = {}, depends_on }] of roles.filter(([, one]) => one.environment?.['S3_ENDPOINT'])) {
    expect(environment, name).toMatchObject({
      ...{ S3_ENDPOINT: `http://s3${served['VGW_PORT']}`, S3_BUCKET: 'attest' },
      ...{ AWS_ACCESS_KEY_ID: user, AWS_SECRET_ACCESS_KEY: password },
    });
    expect(depends_on?.['s3'], name).toEqual({ condition: 'service_healthy' });
  }
});

test('the image is made from one version of Node', () => {
  const bases = [...readFileSync(join(root, 'Dockerfile'), 'utf8').matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(new Set(bases)).toEqual(new Set([expect.stringMatching(/^node:\d+\.\d+\.\d+-bookworm-slim$/)]));
});

test('the roles run without rights, on a file system that cannot be written', () => {
  for (const [name, { read_only, user, cap_drop }] of ours) {
    expect([name, read_only, user, cap_drop]).toEqual([name, true, 'node', ['ALL']]);
  }
});

test('every volume that is used is declared', () => {
  const mounted = Object.values(services).flatMap((one) => one.volumes ?? []);
  const used = mounted.map((one) => one.split(':')[0]).filter((one) => !one?.startsWith('./'));
  expect(new Set(used)).toEqual(new Set(Object.keys(volumes)));
});

/** An environment as Compose hands it on, with made-up secrets. */
function filled(environment: Record<string, string> = {}): Record<string, string> {
  const values: Record<string, string> = {
    MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    BOOTSTRAP_API_KEY: `zk_${'0'.repeat(12)}_${'0'.repeat(32)}`,
  };
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(
        /\$\{(\w+)(?::-([^}]*)|[^}]*)\}/g,
        (_, variable: string, fallback?: string) => values[variable] ?? fallback ?? 'secret',
      ),
    ]),
  );
}
