import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { picturesSubject } from '../../../src/commands/faceBulk/faceBulkAsked.js';
import { VISITOR } from '../../chaos/faceCallers.js';
import { judgeFaceSearches, type FaceEvidence } from '../../chaos/faceProofs.js';
import { emptyLedger, type FaceSearchNote } from '../../chaos/ledger.js';
import type { Received } from '../../chaos/receiver.js';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const note: FaceSearchNote = {
  ...{ number: 2, tenant: 'north', job_id: 'j' },
  probes: [
    { id: 'a', shows: 'the visitor' },
    { id: 'b', shows: 'nobody' },
    { id: 'c', shows: 'nothing' },
  ],
};
const a = { id: 'a', results: [{ face_id: VISITOR }], error: null };
const b = { id: 'b', results: [], error: 'The field `probe` shows no face' };
const c = { id: 'c', results: [], error: 'The field `probe` cannot be read' };
const view = (results: object[] = [a, b, c], more: object = {}) => ({
  ...{ job_id: 'j', status: 'completed', probe_count: 3, processed: results.length, results, error: null, ...more },
});
const told = (body: object, secret = SECRET): Received => {
  const [sent, text] = [new Date('2026-03-02T09:00:00.000Z'), JSON.stringify(body)];
  const headers = {
    ...{ 'webhook-id': 'j', 'webhook-timestamp': String(sent.getTime() / 1000) },
    'webhook-signature': new Webhook(secret).sign('j', sent, text),
  };
  return { id: 'j', body: text, headers, at: sent };
};

/** What is wrong where the search is shown so, and was told as it is shown, but for what is said otherwise. */
function judged(body: object = view(), given: Partial<FaceEvidence> = {}): string[] {
  return judgeFaceSearches({
    ledger: { ...emptyLedger(), faceSearches: [note] },
    faceSearches: new Map([['j', { status: 200, body: body as { [field: string]: unknown } }]]),
    faceSearchIds: ['j'],
    erasures: {
      ...{ files: [], tables: new Map() },
      subjects: [{ subject: picturesSubject('j'), unfinished: false, named: [] }],
    },
    received: [told(body)],
    secrets: new Map([['north', SECRET]]),
    ...given,
  });
}

describe('the proofs about searches for faces', () => {
  it('find nothing wrong where each picture is answered once, and the end is told as it is shown', () => {
    expect(judged()).toEqual([]);
    expect(judged(view(), { received: [told(view()), told(view())] })).toEqual([]); // one that was refused, and the next
  });

  it.each([
    ['a picture that was left out', view([a, b]), /did 2 pictures of 3|answered for a, b, and/],
    ['one that is answered twice', view([a, b, b, c]), /did 4 pictures of 3|answered for a, b, b, c/],
    ['another order', view([b, a, c]), /answered for b, a, c/],
    ['a face that was not found', view([{ ...a, results: [] }, b, c]), /answered for a:/],
    ['another face', view([{ ...a, results: [{ face_id: 'somebody' }] }, b, c]), /answered for a:/],
    ['a face where there is none', view([a, { ...b, results: a.results, error: null }, c]), /answered for b:/],
    ['what could not be looked for', view([a, { ...b, error: 'It could not be looked for' }, c]), /answered for b:/],
    ['what cannot be read, taken for read', view([a, b, { ...c, error: b.error }]), /answered for c:/],
    ['a search that failed', view([a, b, c], { status: 'failed', error: 'cancelled' }), /is failed: cancelled/],
  ])('see %s', (_, body, sentence) => {
    const wrong = judged(body);
    expect(wrong).not.toEqual([]);
    for (const one of wrong) expect(one).toMatch(sentence);
  });

  it('see a search that is lost, and one that nobody was told of', () => {
    expect(judged(view(), { faceSearches: new Map() })).toEqual(['the search for faces 2 was answered and is lost']);
    expect(judged(view(), { faceSearchIds: ['j', 'k'] })).toEqual(['nobody was told of the search for faces k']);
  });

  it('see an end that was not told, told with two bodies or otherwise, or signed wrongly', () => {
    expect(judged(view(), { received: [] })).toEqual(['the end of the search for faces 2 was never told']);
    expect(judged(view(), { received: [told(view()), told(view([a, b]))] })).toEqual([
      'the end of the search for faces 2 was told with 2 bodies',
    ]);
    expect(judged(view(), { received: [told(view([a, b]))] })).toEqual([
      'the end of the search for faces 2 was told otherwise than a read shows it',
    ]);
    const secret = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
    expect(judged(view(), { received: [told(view(), secret)] })).toEqual([
      'the end of the search for faces 2 is signed wrongly',
    ]);
  });

  it('see pictures that are kept longer than they are needed', () => {
    const erasures = { subjects: [], files: [], tables: new Map<string, string>() };
    expect(judged(view(), { erasures })).toEqual([
      'the search for faces 2 has ended, and the key of its pictures is there',
    ]);
  });
});
