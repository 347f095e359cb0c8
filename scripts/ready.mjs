// Makes a checkout ready to run: installs what package-lock.json asks for, and builds dist/, each only where needed. Plain JavaScript
// without dependencies, because it is the first thing that runs in a fresh clone. `npm start` and `npm test` both come
// through here, and may do so at the same time.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { argv, exit, execPath, env, stderr, versions } from 'node:process';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'dist', '.built-from');
const generated = join(root, 'src', 'api', 'generated');

/** Installs and builds where needed. Throws an Error whose message is one line for the user. */
export async function ready() {
  checkNode();
  if (isInstalled() && isBuilt()) return;
  await withLock(join(root, '.cache', 'ready.lock'), async () => {
    if (!isInstalled()) await install();
    if (!isBuilt()) await build();
  });
}

function checkNode() {
  const [major = 0, minor = 0] = versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Attest needs Node 20.19 or newer; this is ${versions.node}.`);
  }
}

/** True when node_modules holds every package of package-lock.json in its version; npm notes there what it installed. */
function isInstalled() {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages ?? {};
  const present = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (!present) return false;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' || present[path]?.version === entry.version || (entry.optional && !isForThisMachine(entry)),
  );
}

/** Optional packages without a machine of their own belong to some of those that have one. */
function isForThisMachine({ os, cpu, libc }) {
  if (!os || !cpu) return false;
  return os.includes(process.platform) && cpu.includes(process.arch) && (!libc || libc.includes(libcOfThisMachine()));
}

const libcOfThisMachine = () => (process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl');

async function install() {
  say('Installing dependencies …');
  const npm = env.npm_execpath ? [execPath, env.npm_execpath] : ['npm'];
  await run(
    [...npm, 'ci', '--include=dev', '--include=optional', '--loglevel=error'],
    'The dependencies could not be installed',
  );
}

/** True when dist/ was built from the sources as they are. */
function isBuilt() {
  const built = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  return built === hashOfSources() && existsSync(join(generated, 'description.d.ts'));
}

function hashOfSources() {
  const scripts = ['ready', 'describe', 'convert'].map((name) => `scripts/${name}.mjs`);
  const names = [
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'tsoa.json',
    'models/faces/manifest.json',
    ...scripts,
  ];
  const files = names.map((name) => join(root, name));
  const hash = createHash('sha256');
  for (const file of [...files, ...filesBelow(join(root, 'src')), ...filesBelow(join(root, 'web'))]) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (path === generated) return [];
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}

/** Built beside dist/ and then renamed, so that a build that was cut off leaves no half of one. */
async function build() {
  say('Building …');
  const hash = hashOfSources();
  const draft = join(root, 'dist.new');
  rmSync(draft, { recursive: true, force: true });
  await run(
    [execPath, moduleFile('@tsoa/cli/dist/cli.js'), 'spec-and-routes'],
    'The API description could not be generated',
  );
  // Types are checked by `npm run check`: to do it here would take three times as long as all the rest.
  await run(
    [execPath, moduleFile('typescript/bin/tsc'), '-p', 'tsconfig.build.json', '--noCheck', '--outDir', draft],
    'The sources do not compile',
  );
  await run([execPath, join(root, 'scripts', 'describe.mjs'), draft], 'The API description could not be completed');
  await run([execPath, join(root, 'scripts', 'convert.mjs'), draft], 'The networks for faces could not be converted');
  for (const [folder, name] of [
    ['web', 'console'],
    [join('web', 'capture'), 'capture'],
  ]) {
    const vite = [execPath, moduleFile('vite/bin/vite.js'), 'build', folder, '--outDir', join(draft, name)];
    await run([...vite, '--logLevel', 'warn'], `What stands in ${folder} does not compile`);
  }
  writeFileSync(join(draft, '.built-from'), hash);
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  renameSync(draft, join(root, 'dist'));
}

const moduleFile = (path) => join(root, 'node_modules', path);

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Runs a program and shows what it says only when it fails. */
async function run([program, ...args], complaint) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...env, NODE_ENV: '' } });
  const kill = () => child.kill();
  process.once('exit', kill);
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  process.off('exit', kill);
  if (code !== 0) {
    stderr.write(Buffer.concat(output));
    throw new Error(`${complaint}: see above.`);
  }
}

const say = (line) => stderr.write(`${line}\n`);

if (argv[1] === fileURLToPath(import.meta.url)) {
  await ready().catch((error) => {
    say(`attest: ${error.message}`);
    exit(1);
  });
}
