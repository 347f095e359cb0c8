import type { InferenceSession } from 'onnxruntime-node';
import { setTimeout as pause } from 'node:timers/promises';
import { lookAtFaces } from '../src/engines/faces/lookAtFaces.js';
import { loadFaceModels } from '../src/engines/faces/models/loadFaceModels.js';
import { readFaceManifest, SHIPPED_FACE_MODELS } from '../src/engines/faces/models/readFaceManifest.js';
import { openNetwork } from '../src/engines/models/openNetwork.js';
import { anotherPerson, onePerson } from '../test/support/facePhotos.js';
import { createCaller, type Caller } from './caller.js';
import type { Benchmark, Figure } from './figure.js';
import { compareInTurn } from './inTurn.js';
import { openInstallation } from './installation.js';
import { perSecond } from './perSecond.js';
import { startService } from './servers.js';

const TIMES = 30;
const REGISTRATIONS = 60;
const PROBES = 60;
/** Of registrations; the service has one process for pictures, and does the rest meanwhile. */
const CALLERS = 2;
/** How often a job is asked how far it is. */
const ASK_MS = 25;

/** Faces compared, registered and looked for over HTTP with one engine process, against their networks and nothing else, one run after the other. */
export const benchFaceWork: Benchmark = async (workshop) => {
  const { key, env } = await openInstallation(workshop);
  const { url } = await startService(workshop, { ...env, ENGINE_PROCESSES: '1' });
  const api = createCaller(url, key);
  const photos = [await onePerson(), await anotherPerson()];
  const [source, target] = photos.map((photo) => ({ mime_type: 'image/jpeg', data: photo.toString('base64') }));
  const networks = await networksAlone(photos);
  const match = () => api.post('/api/v1/face/match', { source, target });
  await match();
  const [value, alone] = await compareInTurn(match, networks, TIMES);
  const ofPhotos = { name: 'their networks alone', value: (photos.length * 1000) / alone };

  const register = () => api.post('/api/v1/face/register', { image: source, database: 'custom' });
  await register();
  const registered = await perSecond(REGISTRATIONS, CALLERS, register);
  const job = {
    probes: Array.from({ length: PROBES }, (_, at) => ({ id: `${at}`, ...target })),
    databases: ['custom'],
  };
  await searchMany(api, job);
  const began = performance.now();
  await searchMany(api, job);
  const probes = (PROBES * 1000) / (performance.now() - began);
  const figures: Figure[] = [
    {
      ...{ name: 'two photos compared', value, unit: 'ms', baseline: { name: 'their networks alone', value: alone } },
      aim: { of: 'ratio', at: 'most', is: 1.5 },
    },
    { name: `faces registered, ${CALLERS} callers`, value: registered, unit: '/s', baseline: ofPhotos },
    { name: 'faces looked for in bulk', value: probes, unit: '/s', baseline: ofPhotos },
  ];
  return figures;
};

/** Begins a search for many faces, and waits for its end. @throws Error where it failed */
async function searchMany(api: Caller, job: object): Promise<void> {
  const { job_id } = await api.post('/api/v1/face/bulk/search', job);
  for (;;) {
    const { status, results } = await api.get(`/api/v1/face/bulk/${String(job_id)}`);
    if (status === 'completed' && !JSON.stringify(results).includes('"error":"')) return;
    if (status === 'failed' || status === 'completed') throw new Error('A search for many faces failed');
    await pause(ASK_MS);
  }
}

/** Runs all networks that are run to tell the largest face of each photo, on one thread, with what they were given then. */
async function networksAlone(photos: readonly Buffer[]): Promise<() => Promise<void>> {
  const readers = await loadFaceModels();
  const runs = await runsOf(async () => {
    for (const photo of photos) await lookAtFaces(photo, { tenant_id: '', wanted: ['embedding'] }, readers);
  });
  return async () => {
    for (const run of runs) await run();
  };
}

/** What networks are run with, whichever they are, to be run again. */
async function runsOf(work: () => Promise<void>): Promise<(() => Promise<unknown>)[]> {
  const { files } = await readFaceManifest(SHIPPED_FACE_MODELS);
  const any = await openNetwork('FACE_MODELS', { ...files.detector, threads: 1 });
  const kind = Object.getPrototypeOf(any) as Pick<InferenceSession, 'run'>;
  const { run } = kind;
  const runs: (() => Promise<unknown>)[] = [];
  kind.run = function heard(this: InferenceSession, feeds: InferenceSession.FeedsType) {
    const of: InferenceSession['run'] = run.bind(this);
    const again = () => of(feeds);
    runs.push(again);
    return again();
  };
  try {
    await work();
  } finally {
    kind.run = run;
  }
  return runs;
}
