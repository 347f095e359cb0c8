import { noFace, onePerson } from '../support/facePhotos.js';
import type { AskDeps } from './ask.js';
import type { Answered } from './callers.js';
import type { FaceSearchNote, ProbeNote, RunNote } from './ledger.js';
import type { LoadDeps } from './load.js';
import { TENANTS, whoAsks } from './tenants.js';
import { waitForEnd } from './waitForEnd.js';

/** Who has a face in a register: one tenant is enough, as each face that is looked at costs as much as many documents. */
const [TENANT] = TENANTS;

/** What the face is called there. */
export const VISITOR = 'visitor';

const image = (bytes: Buffer) => ({ data: bytes.toString('base64'), mime_type: 'image/jpeg' });

/** Registers a face before anything breaks. */
export async function registerVisitor({ callers, ledger, firstKey }: LoadDeps): Promise<void> {
  const face = { image: image(await onePerson()), database: 'custom', face_id: VISITOR, tenant_id: TENANT };
  const ask = { method: 'POST', path: '/api/v1/face/register', as: firstKey, body: face } as const;
  const { status, body } = await callers.untilAnswered(ask);
  if (status !== 200) ledger.complaints.push(`the register was answered ${status}: ${String(body['detail'])}`);
}

/** More than one chunk of a search holds, so that workers share it; few of them are looked at for long. */
const SHOWN: readonly ProbeNote['shows'][] = ['the visitor', 'nothing', 'nobody', 'nothing', 'the visitor'];

/** How a PNG begins (its section 5.2): what has nothing else of one cannot be read. */
const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

const PICTURES: { readonly [shows in ProbeNote['shows']]: () => Promise<Buffer> } = {
  'the visitor': () => onePerson({ width: 200 }),
  nobody: noFace,
  nothing: () => Promise.resolve(Buffer.concat([PNG_SIGNATURE, Buffer.alloc(500)])),
};

/** Looks for several pictures at once in the background, and waits until that has ended. */
export async function searchForFaces(deps: LoadDeps, { number }: Pick<RunNote, 'number'>): Promise<void> {
  const { callers, ledger, receiverUrl } = deps;
  const probes = SHOWN.map((shows, index): ProbeNote => ({ id: `${number}-${index}`, shows }));
  const pictures = await Promise.all(probes.map(async ({ id, shows }) => ({ id, ...image(await PICTURES[shows]()) })));
  const as = whoAsks(deps, { number, tenant: TENANT });
  const answered = await callers.untilAnswered({
    ...({ method: 'POST', path: `${SEARCHES}/search`, as, idempotencyKey: `faces-${number}` } as const),
    body: { probes: pictures, databases: ['custom'], webhook_url: receiverUrl, tenant_id: TENANT },
  });
  // Nothing is begun of it: as many run as may, of which a killed process has some in hand.
  if (answered.status === 409) return;
  if (answered.status !== 202) {
    const said = `${answered.status}: ${String(answered.body['detail'])}`;
    ledger.complaints.push(`the search for faces ${number} was answered ${said}`);
    return;
  }
  const one: FaceSearchNote = { number, tenant: TENANT, probes, job_id: String(answered.body['job_id']) };
  ledger.faceSearches.push(one);
  await waitForEnd({ ...deps, as }, { path: `${SEARCHES}/${one.job_id}`, what: `the search for faces ${number}` });
}

const SEARCHES = '/api/v1/face/bulk';

/** What each search that was begun is shown as, by the id of its job. */
export async function askForFaceSearches({ callers, ledger, firstKey }: AskDeps): Promise<Map<string, Answered>> {
  const shown = new Map<string, Answered>();
  for (const { job_id } of ledger.faceSearches) {
    shown.set(job_id, await callers.untilAnswered({ method: 'GET', path: `${SEARCHES}/${job_id}`, as: firstKey }));
  }
  return shown;
}
