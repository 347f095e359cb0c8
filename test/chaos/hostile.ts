import { randomUUID } from 'node:crypto';
import { NOTE_TYPE } from './document.js';
import type { LoadDeps } from './load.js';

/** Whose requests nobody should make. A tenant of its own: what comes of them is not taken for the load's. */
export const STRANGER = 'stranger';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const sized = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(25);
  header.write('IHDR', 4);
  [13, width, height].forEach((value, index) => header.writeUInt32BE(value, index === 0 ? 0 : 4 + 4 * index));
  header.set([8, 6], 16);
  return Buffer.concat([PNG, header]);
};

/** Files that are of an accepted kind by their beginning, and then of none. */
const FILES: readonly Buffer[] = [
  Buffer.concat([PNG, Buffer.alloc(100_000, 0xff)]),
  sized(60_000, 60_000),
  Buffer.from(`%PDF-1.7\n${'1 0 obj<</Kids[1 0 R]>>endobj\n'.repeat(2_000)}trailer<</Root 1 0 R>>`),
  Buffer.from(`%PDF-1.4\n${'<<'.repeat(20_000)}`),
  Buffer.concat([Buffer.from('49492a0008000000ffff', 'hex'), Buffer.alloc(50_000, 8)]),
];

/** What such a file may be answered: nobody could read it. */
const ANSWERS = [200, 400, 413, 415, 422];

/** Sends a body by half, to one path or the other, or a file that does harm to whoever reads it. */
export async function beHostile({ callers, random, ledger, firstKey }: LoadDeps, number: number): Promise<void> {
  const bytes = Buffer.alloc(random.whole(1, 300_000), ' ');
  if (random.chance(0.3))
    return callers.leaveHalf({ path: '/v1/pipeline/run', as: firstKey, type: 'application/json', bytes });
  if (random.chance(0.4)) {
    const path = `/v1/cases/${randomUUID()}/documents`;
    return callers.leaveHalf({ path, as: firstKey, type: 'multipart/form-data; boundary=b', bytes });
  }
  const data = random.pick(FILES).toString('base64');
  const input = { data, mime_type: 'image/png', filename: `hostile-${number}` };
  const body = { tenant_id: STRANGER, context_id: NOTE_TYPE.context_id, sync: true, input };
  const answered = await callers.once({ method: 'POST', path: '/v1/pipeline/run', as: firstKey, body });
  if (!answered || answered.status >= 500 || answered.status === 429) return;
  if (!ANSWERS.includes(answered.status)) ledger.complaints.push(`a hostile file was answered ${answered.status}`);
}
