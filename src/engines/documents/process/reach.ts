import { accessSync, closeSync, constants, openSync, readdirSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { sep } from 'node:path';
import type { Reach } from '../isolated.js';

/** What an engine process looks for, to say whether it could have it. */
export interface LookFor {
  /** The process of the service. */
  service_pid: number;
  /** Where the service keeps its files. */
  data_folder: string;
  /** Files with its secrets that lie elsewhere. */
  secret_files: readonly string[];
  /** Folders that are not its own to write in. */
  folders: readonly string[];
}

/** Tries what this process could do, if what it reads took it over. */
export function lookAround(lookFor: LookFor): Reach {
  const reach = reachOfUser(lookFor);
  return { ...reach, secrets: reach.secrets || opensMemory(lookFor.service_pid) };
}

/** What any program may do that runs as the user of this process, apart from what is in the memory of others. */
export const reachOfUser = ({ data_folder, secret_files, folders }: LookFor): Reach => ({
  secrets: readsVariables() || [data_folder, ...secret_files].some((path) => may(constants.R_OK, path)),
  network: Object.keys(networkInterfaces()).length > 0,
  files: [data_folder, ...folders, ...mountsIn(folders)].some((folder) => may(constants.W_OK, folder)),
});

/** What is mounted inside of folders: each mount is read-only, or not, by itself. Nothing is known of it but on Linux. */
function mountsIn(folders: readonly string[]): string[] {
  try {
    const lines = readFileSync('/proc/self/mountinfo', 'utf8').trim().split('\n');
    return lines.map(mountPoint).filter((mount) => folders.some((folder) => mount.startsWith(folder + sep)));
  } catch {
    return [];
  }
}

/** The fifth field, where blanks and the like stand as octal numbers, proc_pid_mountinfo(5). */
const mountPoint = (line: string): string =>
  line.split(' ')[4]!.replace(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(parseInt(octal, 8)));

/** Whether something can be done, and does not come to `false`. */
const succeeds = (work: () => unknown): boolean => {
  try {
    return work() !== false;
  } catch {
    return false;
  }
};

/** Variables that hold a secret: of the service and its tools, and of the libraries that read their own. */
const SECRET_VARIABLES = [
  ...[
    'MASTER_KEY',
    'MASTER_KEY_OLD',
    'MODEL_KEY',
    'OIDC_CLIENT_SECRET',
    'SIGNING_KEY',
    'BOOTSTRAP_API_KEY',
    'DATABASE_URL',
    'EVENTSTORE_URL',
    'EVENTSTORE_ADMIN_URL',
  ],
  ...['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'PGPASSWORD'],
  ...['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'],
];

const SECRET = new RegExp(`(?:^|\\0)(?:${SECRET_VARIABLES.join('|')})=[^\\0]`);

/** Whether there is a secret of the service in an environment, as the kernel shows it: variables, each with a zero byte behind it. */
export const holdsSecret = (environment: string): boolean => SECRET.test(environment);

/** Of any process: what started the service has its variables too. */
const readsVariables = (): boolean =>
  succeeds(() =>
    readdirSync('/proc').some(
      (name) => /^\d+$/.test(name) && succeeds(() => holdsSecret(readFileSync(`/proc/${name}/environ`, 'latin1'))),
    ),
  );

const opensMemory = (pid: number): boolean => succeeds(() => closeSync(openSync(`/proc/${pid}/mem`, 'r')));

const may = (mode: number, path: string): boolean => succeeds(() => accessSync(path, mode));
