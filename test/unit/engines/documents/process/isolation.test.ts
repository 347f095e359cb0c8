import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { IsolatedBy, Isolation } from '../../../../../src/engines/documents/isolated.js';

const SERVICE = fileURLToPath(new URL('../../../../fixtures/engine/reachingService.mjs', import.meta.url));
const SECRET = 'zk_canary_of_the_service';

/** What an engine process got of a service with secrets, when it tried. */
interface Reached {
  environments: boolean;
  /** Whether it sees it among the processes. */
  service: boolean;
  memory: boolean;
  open_files: boolean;
  signals: boolean;
  key_file: boolean;
  port: boolean;
  /** Folders of others that it wrote in. */
  written: string[];
  /** The same by native code; undefined where there is none within its reach. */
  native?: { read: boolean; written: string[] };
}

interface Told {
  /** Whether the service hid the environment that it was started with. */
  hidden: boolean;
  secret: string;
  isolation?: Isolation;
  reached?: Reached;
  /** Where no engine process could be started in that way. */
  failed?: string;
}

const NOBODY = 65_534;

const refusing = mkdtempSync(join(tmpdir(), 'refusing-'));
chmodSync(refusing, 0o755);
/** A folder that everybody may read, as those of mounted secrets are. */
const elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'));
chmodSync(elsewhere, 0o755);
afterAll(() => [refusing, elsewhere].forEach((folder) => rmSync(folder, { recursive: true })));

const MOUNT = spawnSync('sh', ['-c', 'command -v mount'], { encoding: 'utf8' }).stdout.trim();

/** In a folder of root's own nobody else can run anything. */
const mayBeRunBy = (user: number): boolean =>
  spawnSync(process.execPath, ['--check', SERVICE], { cwd: '/', uid: user, gid: user }).status === 0;

/** Root tries what an ordinary user has, too, where the checkout can be read; whoever else runs this has that already. */
const USERS = process.getuid?.() === 0 && mayBeRunBy(NOBODY) ? [undefined, NOBODY] : [undefined];

/** Starts a service where `mount` refuses what looks like this pattern of `sh`. */
function withoutMount(refused: string): string[] {
  const folder = mkdtempSync(join(refusing, 'mount-'));
  chmodSync(folder, 0o755);
  const script = `#!/bin/sh\ncase "$*" in ${refused}) exit 1;; esac\nexec ${MOUNT} "$@"\n`;
  writeFileSync(join(folder, 'mount'), script, { mode: 0o755 });
  return ['sh', '-c', `PATH='${folder}':"$PATH"; exec "$@"`, 'sh'];
}

/** What root starts what may mount something for itself alone by, where the system lets root do so. */
const MAY_MOUNT = [{ by: ['unshare', '--mount'] }].filter(
  () => process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0,
);

interface How {
  way?: IsolatedBy;
  user?: number | undefined;
  /** Program and arguments that the service is started by. */
  by?: readonly string[];
  /** The program of the engine is a copy in the folder for temporary files, with something mounted inside of it where that is a `volume`. */
  copy?: 'copied' | 'volume';
  /** A file outside of the data folder that holds the master key, too. */
  keyFile?: string;
}

async function reachOf({ way, user, by = [], copy, keyFile }: How): Promise<Told> {
  const [program, ...args] = [...by, process.execPath, SERVICE, ...(way ? [way] : []), ...(copy ? [copy] : [])];
  const service = spawn(program!, args, {
    ...{ cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] },
    env: { PATH: process.env['PATH'], MASTER_KEY: SECRET, MASTER_KEY_FILE: keyFile },
    ...(user !== undefined && { uid: user, gid: user }),
  });
  const [told] = await Promise.all([text(service.stdout), once(service, 'exit')]);
  return JSON.parse(told) as Told;
}

const NOTHING: Reached = {
  ...{ environments: false, service: false, memory: false, open_files: false, signals: false },
  ...{ key_file: false, port: false, written: [], native: { read: false, written: [] } },
};

/** What is said at start holds for a process that tries. */
function expectToHold({ isolation, reached }: Told): void {
  if (!isolation || !reached) throw new Error('No engine process was started');
  if (!isolation.reach.secrets) expect(reached).toMatchObject({ environments: false, memory: false, key_file: false });
  if (!isolation.reach.network) expect(reached.port).toBe(false);
  if (!isolation.reach.files) expect(reached.written).toEqual([]);
  if (!isolation.reach.secrets) expect(reached.native?.read ?? false).toBe(false);
  if (!isolation.reach.files) expect(reached.native?.written ?? []).toEqual([]);
}

describe('an engine process', () => {
  it.each(USERS)('gets at nothing that the service says at start to be out of its reach (user %s)', async (user) => {
    const told = await reachOf({ user });
    expectToHold(told);
    expect(told.secret).toBe(SECRET);
    if (told.isolation?.by === 'namespaces') expect(told.reached).toEqual(NOTHING);
  });

  it.each(
    USERS.flatMap((user) => (['namespaces', 'user', 'permissions', 'process'] as const).map((way) => ({ way, user }))),
  )('that is isolated by $way gets at no more than is said of it (user $user)', async (how) => {
    const told = await reachOf(how);
    // Where the system does not have it, the next way is taken; which one that was is said.
    if (told.failed !== undefined) return;
    expectToHold(told);
    expect(told.isolation?.by).toBe(how.way);
    if (how.way === 'namespaces') {
      expect(told.reached).toEqual(NOTHING);
      expect(told.isolation?.reach).toEqual({ secrets: false, network: false, files: false });
    }
    if (how.way === 'user') expect(told.reached).toEqual({ ...NOTHING, service: true, port: true });
    if (told.hidden) expect(told.reached?.environments).toBe(false);
    // Node's model holds JavaScript alone: what native code gets at all the same is said.
    if (how.way === 'permissions') {
      expect(told.reached).toMatchObject({ key_file: false, written: [], native: { read: true } });
      expect(told.isolation?.reach).toMatchObject({ secrets: true, files: true });
    }
  });

  it.each(USERS)('is isolated as well by a service whose new files are its own alone (user %s)', async (user) => {
    const [plain, strict] = await Promise.all([
      reachOf({ way: 'namespaces', user }),
      reachOf({ way: 'namespaces', user, by: ['sh', '-c', 'umask 077; exec "$@"', 'sh'] }),
    ]);
    expect(strict.failed).toBe(plain.failed);
    expect(strict.isolation).toEqual(plain.isolation);
  });

  it.each(USERS)(
    'is isolated as well where its program lies in the folder for temporary files (user %s)',
    async (user) => {
      const [plain, copied] = await Promise.all([
        reachOf({ way: 'namespaces', user }),
        reachOf({ way: 'namespaces', user, copy: 'copied' }),
      ]);
      expect(copied.failed).toBe(plain.failed);
      expect(copied.isolation?.by).toBe(plain.isolation?.by);
      // Without native code, which is not among what is copied.
      expect(copied.reached).toEqual(plain.reached && { ...plain.reached, native: undefined });
    },
  );

  it.each(USERS)('says that it can write its program where that cannot be made read-only (user %s)', async (user) => {
    const told = await reachOf({ way: 'namespaces', user, by: withoutMount('*remount*/?*'), copy: 'copied' });
    if (told.failed !== undefined) return;
    expectToHold(told);
    // The copy belongs to the user of the service; of root's, a process of another user writes nothing all the same.
    const isRoots = process.getuid?.() === 0 && user === undefined;
    expect(told.isolation?.reach.files).toBe(!isRoots);
  });

  it.each(MAY_MOUNT)(
    'writes nothing that is mounted inside of its program, and where it can says so',
    async ({ by }) => {
      const [shown, writable] = await Promise.all([
        reachOf({ way: 'namespaces', by, copy: 'volume' }),
        reachOf({ way: 'namespaces', by: [...by, ...withoutMount('*remount*/volume')], copy: 'volume' }),
      ]);
      expect(shown.reached?.written).toEqual([]);
      expect(shown.isolation?.reach.files).toBe(false);
      expect(writable.reached?.written).toHaveLength(1);
      expect(writable.isolation?.reach.files).toBe(true);
    },
  );

  it.each(USERS)('sees no other process where the system refuses it a /proc of its own (user %s)', async (user) => {
    const [plain, refused] = await Promise.all([
      reachOf({ way: 'namespaces', user }),
      reachOf({ way: 'namespaces', user, by: withoutMount("'-t proc'*") }),
    ]);
    expect(refused.failed).toBe(plain.failed);
    expect(refused.isolation).toEqual(plain.isolation);
    expect(refused.reached).toEqual(plain.reached);
  });

  // Root alone has another user to start it as.
  it.each(
    process.getuid?.() !== 0
      ? []
      : ([
          ['user', '644', true],
          ['user', '600', false],
          ['namespaces', '644', false],
        ] as const),
  )('isolated by %s says whether it can read a key file of mode %s elsewhere: %s', async (way, mode, isRead) => {
    const keyFile = join(elsewhere, `key-${mode}`);
    writeFileSync(keyFile, SECRET);
    chmodSync(keyFile, parseInt(mode, 8));
    const told = await reachOf({ way, keyFile });
    if (told.failed !== undefined) return;
    expectToHold(told);
    expect(told.reached?.key_file).toBe(isRead);
    expect(told.isolation?.reach.secrets).toBe(isRead);
  });

  // Root alone has capabilities to be without.
  it.each(process.getuid?.() === 0 ? ['KILL'] : [])(
    'that a service without the capability %s could not end is not started as another user',
    async (capability) => {
      const without = ['setpriv', `--bounding-set=-${capability.toLowerCase()}`];
      expect(await reachOf({ way: 'user', by: without })).toMatchObject({ failed: 'EngineProcessFailed' });
    },
  );
});
