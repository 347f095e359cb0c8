import type { IsolatedBy } from '../isolated.js';
import { fileSystemScript } from './fileSystemScript.js';

/** One way to start an engine process. */
export interface Way {
  by: IsolatedBy;
  /** Program and arguments that stand before those of Node. */
  before: readonly string[];
  /** Options of Node. */
  nodeOptions: readonly string[];
  /** User and group to run as; those of the service when absent. */
  owner?: { uid: number; gid: number };
  /** A folder that belongs to it alone. */
  ownFolder?: string;
  /** The system lets it do whatever it lets the service do: what holds JavaScript back is nothing to native code. */
  mayWhatServiceMay?: true;
}

/** What is to be isolated. */
export interface Isolating {
  /** Files and folders that the program of an engine process is made of, and reads. */
  program: readonly string[];
  /** Path of an empty folder to build its file system on; it is made where it is not there. */
  mountPoint: string;
}

/** A process of its own, and nothing besides. */
export const PLAIN: Way = { by: 'process', before: [], nodeOptions: [], mayWhatServiceMay: true };

/** Every way to start engine processes that this system may let us have, the strongest first; the last one always works. */
export function waysToIsolate(isolating: Isolating): Way[] {
  const isRoot = process.getuid?.() === 0;
  return [
    ...(process.platform === 'linux' ? inNamespaces(isolating, isRoot) : []),
    ...(isRoot ? [asOtherUser()] : []),
    ...withPermissions(isolating),
    PLAIN,
  ];
}

/**
 * Users whom nobody has: they lie above those of people, and below those that systemd gives to services while they run
 * (`DynamicUser=`, 61184 to 65519), https://systemd.io/UIDS-GIDS.
 */
const NOBODYS = { first: 60_706, count: 478 };

/** Another one for each service of a machine. */
const nobodysId = (): number => NOBODYS.first + (process.pid % NOBODYS.count);

const asOtherUser = (): Way => ({
  ...{ by: 'user', before: [], nodeOptions: [] },
  owner: { uid: nobodysId(), gid: nobodysId() },
});

/** By `unshare` and `setpriv` of util-linux, which dies with the service and takes the engine process along. */
function inNamespaces({ program, mountPoint }: Isolating, isRoot: boolean): Way[] {
  const unshared = ['--mount', '--net', '--pid', '--ipc', '--uts', '--fork', '--kill-child'];
  const owner = isRoot ? [`--reuid=${nobodysId()}`, `--regid=${nobodysId()}`, '--clear-groups'] : [];
  const give = ['setpriv', ...owner, '--bounding-set=-all', '--inh-caps=-all', '--no-new-privs'];
  return [
    {
      ...{ by: 'namespaces', nodeOptions: [], ownFolder: '/tmp' },
      before: [
        ...['setpriv', '--pdeathsig', 'KILL'],
        ...['unshare', ...(isRoot ? [] : ['--user', '--map-root-user']), ...unshared],
        ...['sh', '-c', fileSystemScript(program, mountPoint, give), 'sh', process.execPath],
      ],
    },
  ];
}

/** Node's own, which native code is not held to: better than nothing where the system has nothing to give. */
function withPermissions({ program }: Isolating): Way[] {
  const known = ['--permission', '--experimental-permission'].find((name) =>
    process.allowedNodeEnvironmentFlags.has(name),
  );
  if (!known) return [];
  const readable = [...program, '/usr/share/fonts', '/proc', '/sys/devices/system/cpu', '/etc/fonts'];
  const nodeOptions = [known, '--allow-addons', '--allow-worker', ...readable.map((path) => `--allow-fs-read=${path}`)];
  return [{ by: 'permissions', before: [], nodeOptions, mayWhatServiceMay: true }];
}
