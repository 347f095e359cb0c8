import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROLES, loadConfig } from '../../../src/platform/config.js';

const root = join(import.meta.dirname, '../../..');
const DCLINT = join(root, 'node_modules/dclint/bin/dclint.cjs');
const composeFile = join(root, 'docker-compose.yml');
const text = await readFile(composeFile, 'utf8');

interface ComposeService {
  image: string;
  build?: string;
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: unknown;
  read_only?: boolean;
  user?: string;
  cap_drop?: string[];
  deploy: { resources: { limits: { cpus: string; memory: string } } };
}

const { services, volumes } = parse(text, { merge: true }) as {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
};
const ours = Object.entries(services).filter(([, { build }]) => build !== undefined);

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
  const roles = ours.flatMap(([, { environment }]) => [...loadConfig(filled(environment)).roles]);
  expect(roles.toSorted()).toEqual([...ROLES].toSorted());
  for (const [name, { environment }] of ours) {
    const config = loadConfig(filled(environment));
    expect(config, name).toMatchObject({
      eventStoreUrl: 'esdb://eventstore:2113?tls=false',
      kafkaBrokers: ['kafka:9092'],
      s3: { endpoint: 'http://minio:9000', bucket: 'attest' },
    });
    expect([name, config.databaseUrl?.includes('@postgres:')]).toEqual([name, true]);
  }
});

test('no secret has a default: without it nothing starts', () => {
  for (const [, variable = '', rest = ''] of text.matchAll(/\$\{(\w+)([^}]*)\}/g)) {
    if (/KEY|PASSWORD/.test(variable) && variable !== 'BOOTSTRAP_API_KEY')
      expect([variable, rest[1]]).toEqual([variable, '?']);
  }
});

test('images are pinned, resources limited, and what is depended on can tell that it is ready', () => {
  for (const [name, { image, deploy, depends_on = {} }] of Object.entries(services)) {
    expect([name, image]).toEqual([name, expect.stringMatching(/:(?!latest).*\d/)]);
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

test('the roles run without rights, on a file system that cannot be written', () => {
  for (const [name, { read_only, user, cap_drop }] of ours) {
    expect([name, read_only, user, cap_drop]).toEqual([name, true, 'node', ['ALL']]);
  }
});

test('every volume that is used is declared', () => {
  const used = [...text.matchAll(/volumes: \[(.*)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/'([\w-]+):/g)].map(([, name = '']) => name),
  );
  expect(new Set(used)).toEqual(new Set(Object.keys(volumes)));
});

/** An environment as Compose hands it on, with made-up secrets. */
function filled(environment: Record<string, string> = {}): Record<string, string> {
  const values: Record<string, string> = { MASTER_KEY: Buffer.alloc(32, 1).toString('base64') };
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
