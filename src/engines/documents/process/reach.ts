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
  /** Folders that are not its own to write in. */
  folders: readonly string[];
}

/** Tries what this process could do, if what it reads took it over. */
export function lookAround(lookFor: LookFor): Reach {
  const reach = reachOfUser(lookFor);
  return { ...reach, secrets: reach.secrets || opensMemory(lookFor.service_pid) };
}

/** What any program may do that runs as the user of this process, apart from what is in the memory of others. */
export const reachOfUser = ({ data_folder, folders }: LookFor): Reach => ({
  secrets: readsVariables() || may(constants.R_OK, data_folder),
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

/** Settings that hold a secret, as they stand in an environment. */
const SECRET_VARIABLES =
  /(?:^|\0)(?:MASTER_KEY|MASTER_KEY_OLD|BOOTSTRAP_API_KEY|DATABASE_URL|EVENTSTORE_URL|AWS_SECRET_ACCESS_KEY)=[^\0]/;

/** Of any process: what started the service has its variables too. */
const readsVariables = (): boolean =>
  succeeds(() =>
    readdirSync('/proc').some(
      (name) =>
        /^\d+$/.test(name) && succeeds(() => SECRET_VARIABLES.test(readFileSync(`/proc/${name}/environ`, 'latin1'))),
    ),
  );

const opensMemory = (pid: number): boolean => succeeds(() => closeSync(openSync(`/proc/${pid}/mem`, 'r')));

const may = (mode: number, folder: string): boolean => succeeds(() => accessSync(folder, mode));
