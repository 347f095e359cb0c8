import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, stderr, stdout } from 'node:process';
import { benchAppend } from './append.js';
import { benchAsOf } from './asOf.js';
import { benchAsyncRuns } from './asyncRuns.js';
import { benchCases } from './cases.js';
import { benchConsole } from './console.js';
import { benchEngine } from './engine.js';
import { benchEventStoreDb } from './eventStoreDb.js';
import { benchFaces } from './faces.js';
import { benchFaceWork } from './faceWork.js';
import type { Benchmark, Figure, Workshop } from './figure.js';
import { benchGet } from './get.js';
import { benchGovernance } from './governance.js';
import { benchGrowth } from './growth.js';
import { benchIndexing } from './indexing.js';
import { benchProofs } from './proofs.js';
import { benchRebuild } from './rebuild.js';
import { benchRelay } from './relay.js';
import { benchResponsive } from './responsive.js';
import { benchSearch } from './search.js';
import { benchSearchable } from './searchable.js';
import { benchSearchExport } from './searchExport.js';
import { benchStart } from './start.js';
import { table } from './table.js';
import { benchVisible } from './visible.js';
import { benchWebhooks } from './webhooks.js';

/** `npm run bench` for all but what is `ON_REQUEST`, which `npm run bench -- governance growth console search indexing export faces facework` measures; `npm run bench -- append get` for some of it. */
const BENCHMARKS: Record<string, Benchmark> = {
  append: benchAppend,
  visible: benchVisible,
  rebuild: benchRebuild,
  searchable: benchSearchable,
  asof: benchAsOf,
  proofs: benchProofs,
  eventstoredb: benchEventStoreDb,
  get: benchGet,
  start: benchStart,
  engine: benchEngine,
  responsive: benchResponsive,
  relay: benchRelay,
  webhooks: benchWebhooks,
  async: benchAsyncRuns,
  cases: benchCases,
  governance: benchGovernance,
  growth: benchGrowth,
  console: benchConsole,
  search: benchSearch,
  indexing: benchIndexing,
  export: benchSearchExport,
  faces: benchFaces,
  facework: benchFaceWork,
};
/** Run only where they are named: governance, growth, what is about faces and about searches take minutes and a gigabyte, and change only with what they are about; the console needs a browser. */
const ON_REQUEST: readonly string[] = [
  'governance',
  'growth',
  'console',
  'search',
  'indexing',
  'export',
  'faces',
  'facework',
];

async function run(name: string, benchmark: Benchmark): Promise<Figure[]> {
  stderr.write(`${name} …\n`);
  const undo: (() => unknown)[] = [];
  const workshop: Workshop = {
    atEnd: (step) => void undo.push(step),
    async folder() {
      const folder = await mkdtemp(join(tmpdir(), 'attest-bench-'));
      undo.push(() => rm(folder, { recursive: true, force: true }));
      await chmod(folder, 0o711); // root's Postgres runs as another user
      return folder;
    },
  };
  try {
    return await benchmark(workshop);
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

const wanted = argv.slice(2);
const unknown = wanted.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  stderr.write(`bench: there is no ${unknown.join(', ')}; there are ${Object.keys(BENCHMARKS).join(', ')}\n`);
  process.exit(1);
}
const figures: Figure[] = [];
for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
  const isWanted = wanted.length === 0 ? !ON_REQUEST.includes(name) : wanted.includes(name);
  if (isWanted) figures.push(...(await run(name, benchmark)));
}
stdout.write(`\n${table(figures)}\n\n`);
