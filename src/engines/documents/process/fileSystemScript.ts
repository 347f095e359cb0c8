import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/** Of the system, what programs need to run: libraries, where the loader finds them, fonts, the time zone, and what the processor can do. */
const SYSTEM = ['/usr', '/nix/store', '/etc/ld.so.cache', '/etc/fonts', '/etc/localtime', '/sys/devices/system/cpu'];

/** Most that an engine process may write into its `/tmp`. */
const TMP_SIZE = '64m';

/**
 * A shell script that runs `"$@"` in a file system of its own: `program` and what the system has of libraries, to be read, an empty `/tmp`,
 * and the processes of its own namespace. It is to be run in mount and process namespaces of its own, as their root.
 * @param mountPoint an empty folder, or the path for one: whoever tidies up may take it away between two starts
 * @param give the command that gives up all rights before it runs what stands behind it
 */
export function fileSystemScript(program: readonly string[], mountPoint: string, give: readonly string[]): string {
  return [
    'set -e',
    // What is made here is to be entered by the user that nobody has, whatever the service itself was started with.
    'umask 022',
    `mkdir -p ${quoted(mountPoint)}`,
    `mount -t tmpfs -o mode=755,size=1m,nosuid,nodev tmpfs ${quoted(mountPoint)}`,
    `cd -P ${quoted(mountPoint)}`,
    'mkdir -p proc tmp dev old',
    // First of all: what is shown may lie in it, and would be covered.
    `mount -t tmpfs -o mode=1777,size=${TMP_SIZE},nosuid,nodev tmpfs tmp`,
    ...linksAndFolders([...topLevel(), ...SYSTEM, process.execPath, ...program].filter((path) => existsSync(path))),
    ...READ_ONLY,
    ...['null', 'zero', 'urandom'].map((name) => `: > dev/${name}; mount --bind /dev/${name} dev/${name}`),
    // Not as the first process of its namespace, whose own signals the kernel ignores: one that aborts is to end.
    '(',
    ...PROC,
    'pivot_root . old',
    'cd /',
    'umount -l old',
    'rmdir old',
    'mount -o remount,bind,ro /',
    'ulimit -c 0',
    `exec ${give.map(quoted).join(' ')} "$@"`,
    '); exit $?',
  ].join('\n');
}

/** `/bin`, `/lib` and the like: links into `/usr` on most systems. */
const topLevel = (): string[] =>
  readdirSync('/')
    .filter((name) => /^(bin|sbin|lib\w*)$/.test(name))
    .map((name) => `/${name}`);

/** Shows paths where they are, and the places that they are links to; what lies in a folder that is shown needs no place of its own. */
function linksAndFolders(paths: readonly string[]): string[] {
  const real = [...new Set(paths.map((path) => realpathSync(path)))];
  const shown = real.filter((path) => !real.some((other) => other !== path && isIn(other, path)));
  const links = paths.filter((path) => lstatSync(path).isSymbolicLink() && !shown.some((folder) => isIn(folder, path)));
  return [
    ...shown.flatMap(show),
    ...links.flatMap((path) => [
      `mkdir -p ${here(dirname(path))}`,
      `ln -s ${quoted(realpathSync(path))} ${here(path)}`,
    ]),
  ];
}

const isIn = (folder: string, path: string): boolean => !relative(folder, path).startsWith('..');

function show(path: string): string[] {
  const make = statSync(path).isDirectory()
    ? `mkdir -p ${here(path)}`
    : `mkdir -p ${here(dirname(path))}; : > ${here(path)}`;
  return [make, `mount --rbind ${quoted(path)} ${here(path)}`];
}

/**
 * Makes all that is shown read-only, with what is mounted inside of it (a volume in a folder of networks): the program belongs to the
 * user of the service in the ordinary case, and whoever writes it is the service after its next start. In a user namespace the flags of
 * a mount may have to be repeated. What cannot be made read-only at all is not hidden: the process says at start what it can write.
 */
const READ_ONLY = [
  'cat /proc/self/mountinfo | while read -r _ _ _ _ at _; do',
  // Blanks and the like stand in it as octal numbers.
  '  at=$(printf "%b" "$at")',
  '  case "$at" in "$PWD"/tmp) continue;; "$PWD"/*) ;; *) continue;; esac',
  '  mount -o remount,bind,ro "$at" || mount -o remount,bind,ro,nosuid,nodev "$at" || :',
  'done',
];

/**
 * `/proc` of the processes in here. In a container, where the system's own is covered in part, a new one is refused: then no more of the
 * old one is shown than the process that runs this, under the name that programs look for it by, and what they ask of the machine.
 */
const PROC = [
  'if ! mount -t proc proc proc 2>/dev/null; then',
  '  cd -P /proc/self; self=$PWD; cd -P "$OLDPWD"',
  '  mkdir proc/self',
  '  mount --bind "$self" proc/self',
  '  for name in cpuinfo meminfo stat uptime; do : > proc/$name; mount --bind /proc/$name proc/$name; done',
  'fi',
];

const here = (path: string): string => quoted(`.${path}`);

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
