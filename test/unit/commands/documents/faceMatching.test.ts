import { describe, expect, it } from 'vitest';
import { createFaceMatching, type KeepFaces } from '../../../../src/commands/documents/faceMatching.js';
import type { FaceRegisters } from '../../../../src/commands/faces/searchFaces.js';
import { readDefinition } from '../../../../src/domain/agents/index.js';
import type { CaseDocument } from '../../../../src/domain/cases/caseDocument.js';
import type { Mode } from '../../../../src/domain/core/mode.js';
import { EngineUnavailable, TooMuchWaiting } from '../../../../src/engines/documents/documentEngine.js';
import { FaceLookFailed, type FacesSeen, PictureUnreadable } from '../../../../src/engines/faces/faceEngine.js';
import { BlobNotFound } from '../../../../src/platform/blobs/blobStore.js';
import { readDocument } from '../../../support/caseDocuments.js';
import { NO_REGISTERS } from '../../../support/noFaces.js';

const agent = { ...readDefinition({}), face_match: { threshold: 0.8 } };
const types = [
  { context_id: 'passport', category: 'identity' },
  { context_id: 'identity_card', category: 'identity' },
  { context_id: 'utility_bill', category: 'other' },
] as const;

const FACE_MODELS = {
  ...{ name: 'two', vectors: 'two', length: 2 },
  calibration: { offset: 0, scale: 1, far: [{ similarity: 0.7, far: 0.003 }] },
};

/** What a register holds: the direction of its face, in degrees, and how many are damaged or wait for the networks. */
interface Held {
  degrees?: number;
  damaged?: number;
  waiting?: number;
}

/** What a file shows: the direction of its face, in degrees; a picture with none; or what looking at it throws. */
type Shown = number | 'nobody' | { count: number; degrees: number } | Error;

const seenAs = (shown: Shown): FacesSeen => {
  if (shown === 'nobody') return { count: 0, largest: null };
  const { count, degrees } =
    typeof shown === 'number' ? { count: 1, degrees: shown } : (shown as { count: number; degrees: number });
  const angle = (degrees * Math.PI) / 180;
  const parts = { size: 1, sharpness: 1, pose: 1, exposure: 1, occlusion: 1 };
  return {
    count,
    largest: {
      box: [0.1, 0.2, 0.3, 0.4],
      page: 1,
      quality: { score: 0.8, parts, width: 200, advice: [] },
      embedding: Float32Array.of(Math.cos(angle), Math.sin(angle)),
    },
  };
};

/** By what faces are looked for, and in which world. */
interface Asked {
  registers: FaceRegisters;
  mode: Mode;
  keep: KeepFaces;
}

type Files = readonly [CaseDocument, Shown][];

/** Compares the faces of a case of these documents, and says which files were looked at as what. */
async function compare(files: Files, as: object = agent, msALook = 0, asked: Partial<Asked> = {}) {
  const looked: string[] = [];
  const matching = createFaceMatching({
    registers: asked.registers ?? NO_REGISTERS,
    blobs: {
      read: (key) => {
        const [, shown] = files.find(([{ object_key }]) => object_key === key)!;
        return shown instanceof BlobNotFound ? Promise.reject(shown) : Promise.resolve(Buffer.from(key));
      },
    },
    engine: {
      faceModels: FACE_MODELS,
      look: (bytes, { as: what }) => {
        const [{ doc_id }, shown] = files.find(([{ object_key }]) => object_key === Buffer.from(bytes).toString())!;
        looked.push(`${doc_id} as a ${what}`);
        return shown instanceof Error ? Promise.reject(shown) : Promise.resolve(seenAs(shown));
      },
    },
    log: { error: () => undefined },
    now: () => looked.length * msALook,
  });
  const documents = files.map(([document]) => document);
  const theCase = { tenant_id: 'acme', mode: asked.mode ?? 'live', documents };
  const { faces, ...found } = (await matching.find(theCase, as as typeof agent, types, asked.keep)) ?? {};
  return { found: faces, ...found, looked };
}

const passport = readDocument('passport');
const selfie = readDocument('unknown', { label: 'selfie' });
const why = async (...files: [CaseDocument, Shown][]) =>
  (await compare(files)).found?.map(({ status, why }) => [status, why]);

describe('a portrait and a selfie', () => {
  it('are compared from their files, with all the evidence and nothing that a face is compared by', async () => {
    const { found, looked } = await compare([[passport, 0], [selfie, 20]]); // prettier-ignore
    expect(found).toEqual([
      {
        ...{ status: 'passed', why: null, document_type: 'passport', similarity: 0.9397, threshold: 0.8, far: 0.003 },
        portrait: { doc_id: passport.doc_id, page: 1, box: [0.1, 0.2, 0.3, 0.4] },
        selfie: { doc_id: selfie.doc_id, page: 1, box: [0.1, 0.2, 0.3, 0.4] },
        networks: 'two',
      },
    ]);
    expect(looked).toEqual([`${selfie.doc_id} as a photo`, `${passport.doc_id} as a document`]);
    expect((await compare([[passport, 0], [selfie, 80]])).found).toMatchObject([{ status: 'failed' }]); // prettier-ignore
  });

  it('are not looked at where the agent does not demand it', async () => {
    expect(await compare([[passport, 0], [selfie, 0]], readDefinition({}))).toEqual({ found: undefined, looked: [] }); // prettier-ignore
  });

  it('of each type of identity document are compared: a genuine one does not speak for another', async () => {
    const card = readDocument('identity_card');
    const { found } = await compare([[card, 90], [passport, 0], [selfie, 0], [readDocument('utility_bill'), 0]]); // prettier-ignore
    expect(found?.map(({ document_type, status }) => [document_type, status])).toEqual([
      ['passport', 'passed'],
      ['identity_card', 'failed'],
    ]);
  });

  it('are told on the side that has the portrait, and by the newest document that has one', async () => {
    const [front, back] = [readDocument('identity_card'), readDocument('identity_card')];
    const { found } = await compare([[readDocument('identity_card'), 90], [front, 0], [back, 'nobody'], [selfie, 0]]); // prettier-ignore
    expect(found).toMatchObject([{ status: 'passed', portrait: { doc_id: front.doc_id } }]);
  });

  it('are compared with the newest selfie that shows one face', async () => {
    const [older, newer] = [readDocument('unknown', { label: 'selfie' }), readDocument('unknown', { label: 'selfie' })];
    const { found } = await compare([[passport, 0], [older, 0], [newer, { count: 2, degrees: 0 }]]); // prettier-ignore
    expect(found).toMatchObject([{ status: 'passed', selfie: { doc_id: older.doc_id } }]);
  });
});

describe('faces that cannot be compared', () => {
  it('are said to be so, with why', async () => {
    expect(await why([selfie, 0])).toEqual([['not_run', 'no_document']]);
    expect(await why([readDocument('utility_bill'), 0], [selfie, 0])).toEqual([['not_run', 'no_document']]);
    expect(await why([passport, 0])).toEqual([['not_run', 'no_selfie']]);
    expect(await why([passport, 'nobody'], [selfie, 0])).toEqual([['not_run', 'no_portrait']]);
    expect(await why([passport, 0], [selfie, 'nobody'])).toEqual([['not_run', 'no_face']]);
    expect(await why([passport, 0], [selfie, { count: 2, degrees: 0 }])).toEqual([['not_run', 'several_faces']]);
    expect(await why([passport, 0], [selfie, new PictureUnreadable('dark')])).toEqual([['not_run', 'unreadable']]);
    expect(await why([passport, new BlobNotFound('gone')], [selfie, 0])).toEqual([['not_run', 'unreadable']]);
    expect(await why([passport, 0], [selfie, new EngineUnavailable('none')])).toEqual([['not_run', 'no_engine']]);
    expect(await why([passport, new FaceLookFailed()], [selfie, 0])).toEqual([['not_run', 'no_engine']]);
  });

  it('where the engine takes no more of the tenant now are no finding: whoever completes the case tries again', async () => {
    await expect(why([passport, 0], [selfie, new TooMuchWaiting('acme')])).rejects.toThrow(TooMuchWaiting);
  });

  it('are not hidden by an older document of the type, where the newest could not be looked at', async () => {
    expect(await why([passport, 0], [readDocument('passport'), new PictureUnreadable('dark')], [selfie, 0])).toEqual([
      ['not_run', 'unreadable'],
    ]);
  });

  it('in time are said to be so: while somebody waits no file is begun after two minutes', async () => {
    const card = readDocument('identity_card');
    const { found, looked } = await compare([[passport, 0], [card, 0], [selfie, 0]], agent, 60_000); // prettier-ignore
    expect(looked).toEqual([`${selfie.doc_id} as a photo`, `${card.doc_id} as a document`]);
    expect(found?.map(({ document_type, why }) => [document_type, why])).toEqual([
      ['identity_card', null],
      ['passport', 'no_engine'],
    ]);
  });

  it('of more files than somebody can wait for are not looked at, and said to be too many', async () => {
    const backs = Array.from({ length: 9 }, () => [readDocument('identity_card'), 'nobody'] as [CaseDocument, Shown]);
    const { found, looked } = await compare([[passport, 0], ...backs, [selfie, 0]]); // prettier-ignore
    expect(looked).toHaveLength(7);
    expect(found?.map(({ document_type, why }) => [document_type, why])).toEqual([
      ['identity_card', 'too_many'],
      ['passport', 'too_many'],
    ]);
  });
});

describe('portrait and selfie beside watchlists', () => {
  const named = (...watchlists: string[]): object => ({ ...agent, face_match: { watchlists } });
  /** Registers by the space of their faces: the direction of the one that they hold, how many are damaged, or what looking through throws. */
  const registersOf = (held: Record<string, Held | Error>) => {
    const searches: string[] = [];
    const registers: FaceRegisters = {
      setOf: ({ mode, tenant_id, database }) => {
        const one = held[`faces:${mode}:${tenant_id}:${database}:two`];
        return Promise.resolve({ models: FACE_MODELS, waiting: one instanceof Error ? 0 : (one?.waiting ?? 0) });
      },
      gallery: {
        nearest: (space, probe, { least, tenant_id }) => {
          searches.push(`${space} for ${tenant_id}`);
          const one = held[space] ?? {};
          if (one instanceof Error) return Promise.reject(one);
          const { degrees = 180, damaged = 0 } = one;
          const angle = (degrees * Math.PI) / 180;
          const cosine = probe[0]! * Math.cos(angle) + probe[1]! * Math.sin(angle);
          const near = cosine >= least ? [{ vector_id: 'v', cosine }] : [];
          return Promise.resolve({ near, isAll: true, compared: 100, damaged });
        },
      },
      byVectors: () =>
        Promise.resolve([
          {
            ...{ registration_id: 'opaque', tenant_id: '', mode: 'live', database: 'fraudsters', vectors: 'two' },
            ...{ face_id: 'their-id', person_id: 'whose-it-is', metadata: { name: 'Somebody' }, vector_id: 'v' },
            ...{ earlier_vectors: null, earlier_vector_id: null, picture_key: null, kept_out_of: null, kept_out: null },
            ...{ quality: 1, registered_by: 'key:platform', registered_at: '2026-03-02T09:00:00.000Z' },
          },
        ]),
    };
    return { registers, searches };
  };
  const fraudsters = 'faces:live::fraudsters:two';
  const sanctions = 'faces:live::sanction_watch:two';
  const both: Files = [[passport, 0], [selfie, 10]]; // prettier-ignore

  it('are each looked for once in each list, and a hit has all the evidence and nothing that says who is on the list', async () => {
    const { registers, searches } = registersOf({ [fraudsters]: { degrees: 40 } });
    const { watchlists } = await compare(both, named('fraudsters', 'sanction_watch'), 0, { registers });
    expect(searches).toEqual([`${fraudsters} for acme`, `${fraudsters} for acme`, `${sanctions} for acme`, `${sanctions} for acme`]); // prettier-ignore
    const measured = { threshold: 0.7, far: 0.003, compared: 100, expected_false_matches: 0.3, networks: 'two' };
    const box = [0.1, 0.2, 0.3, 0.4];
    expect(watchlists?.[0]).toEqual({
      ...{ status: 'failed', why: null, database: 'fraudsters', picture: 'portrait', document_type: 'passport' },
      ...{ face: { doc_id: passport.doc_id, page: 1, box }, similarity: 0.766, ...measured },
      registration_id: 'opaque',
    });
    const selfieSeen = { picture: 'selfie', document_type: null, face: { doc_id: selfie.doc_id, page: 1, box } };
    expect(watchlists?.slice(1)).toEqual([
      { ...watchlists?.[0], ...selfieSeen, similarity: 0.866 },
      expect.objectContaining({ status: 'passed', database: 'sanction_watch', picture: 'portrait', similarity: null }),
      { status: 'passed', why: null, database: 'sanction_watch', ...selfieSeen, similarity: null, ...measured },
    ]);
    expect(JSON.stringify(watchlists)).not.toMatch(/their-id|whose-it-is|Somebody/);
  });

  it('are kept before lists are looked through, so that nobody who joins one meanwhile is missed', async () => {
    const { registers, searches } = registersOf({});
    const keep: KeepFaces = (faces) => {
      searches.push(...faces.map(({ picture, doc_id }) => `kept the ${picture} of ${doc_id}`));
      return Promise.resolve();
    };
    await compare(both, named('fraudsters'), 0, { registers, keep });
    expect(searches.slice(0, 2)).toEqual([`kept the portrait of ${passport.doc_id}`, `kept the selfie of ${selfie.doc_id}`]); // prettier-ignore
    expect(searches.slice(2)).toEqual([`${fraudsters} for acme`, `${fraudsters} for acme`]);
  });

  it('are all kept where the agent names no list, also without a selfie, and what shows no face is not', async () => {
    const kept: string[] = [];
    const keep: KeepFaces = (faces) => Promise.resolve(void kept.push(...faces.map(({ doc_id }) => doc_id)));
    const older = readDocument('passport');
    const { watchlists } = await compare([[older, 10], [passport, 0], [readDocument('passport'), 'nobody']], agent, 0, { keep }); // prettier-ignore
    expect([kept.toSorted(), watchlists]).toEqual([[passport.doc_id, older.doc_id].toSorted(), undefined]);
  });

  it('are looked for on each document and selfie that was sent, also one that was asked for again: nobody leaves a list by sending another', async () => {
    const { registers } = registersOf({ [fraudsters]: { degrees: 40 } });
    const [asked, older] = [readDocument('passport', { asked_again: true }), readDocument('passport')];
    const olderSelfie = readDocument('unknown', { label: 'selfie' });
    const files: Files = [[asked, 40], [older, 40], [olderSelfie, 40], [passport, 170], [selfie, 170]]; // prettier-ignore
    const { watchlists, looked } = await compare(files, named('fraudsters'), 0, { registers });
    const hits = watchlists?.filter(({ status }) => status === 'failed').map(({ face }) => face?.doc_id);
    expect(hits).toEqual([older.doc_id, asked.doc_id, olderSelfie.doc_id]);
    expect(looked).toHaveLength(new Set(looked).size);
    const two: Files = [[passport, 170], [olderSelfie, { count: 2, degrees: 40 }], [selfie, 170]]; // prettier-ignore
    const unclear = await compare(two, named('fraudsters'), 0, { registers });
    expect(unclear.watchlists?.at(-1)).toMatchObject({ status: 'not_run', why: 'several_faces', picture: 'selfie' });
    const many = Array.from({ length: 8 }, () => [readDocument('passport'), 170] as [CaseDocument, Shown]);
    const hidden = await compare([[asked, 40], ...many, [selfie, 170]], named('fraudsters'), 0, { registers }); // prettier-ignore
    expect(hidden.watchlists?.at(-1)).toMatchObject({ status: 'not_run', why: 'too_many', picture: 'portrait' });
  });

  it('of a trial are looked for among the faces of trials', async () => {
    const { registers, searches } = registersOf({});
    await compare(both, named('fraudsters'), 0, { registers, mode: 'test' });
    expect(new Set(searches)).toEqual(new Set(['faces:test::fraudsters:two for acme']));
  });

  it('are not looked for where the agent names no list', async () => {
    expect((await compare(both)).watchlists).toBeUndefined();
    expect((await compare(both, named())).watchlists).toBeUndefined();
  });

  it('are looked for also where there is nothing to compare them with', async () => {
    const { registers } = registersOf({ [fraudsters]: { degrees: 0 } });
    const alone = async (file: [CaseDocument, Shown]) => {
      const { found, watchlists } = await compare([file], named('fraudsters'), 0, { registers });
      return [found?.[0]?.why, watchlists?.map(({ status, picture }) => [status, picture])];
    };
    expect(await alone([passport, 0])).toEqual(['no_selfie', [['failed', 'portrait']]]);
    expect(await alone([selfie, 0])).toEqual(['no_document', [['failed', 'selfie']]]);
  });

  it('that could not be looked for are said to be so, with why, and never lose the case', async () => {
    const whyOf = async (files: Files, register: Parameters<typeof registersOf>[0][string] = {}) => {
      const { registers } = registersOf({ [fraudsters]: register });
      const { watchlists } = await compare(files, named('fraudsters'), 0, { registers });
      return watchlists?.map(({ status, picture, why }) => [status, picture, why]);
    };
    const each = (why: string) => [['not_run', 'portrait', why], ['not_run', 'selfie', why]]; // prettier-ignore
    expect(await whyOf(both, new Error('the table is gone'))).toEqual(each('no_register'));
    expect(await whyOf(both, new EngineUnavailable('too many'))).toEqual(each('no_engine'));
    expect(await whyOf(both, { damaged: 1 })).toEqual(each('no_register'));
    expect(await whyOf(both, { waiting: 1 })).toEqual(each('no_register'));
    expect(await whyOf(both, { degrees: 0, damaged: 1 })).toEqual([['failed', 'portrait', null], ['failed', 'selfie', null]]); // prettier-ignore
    const several: Files = [[passport, 0], [selfie, { count: 2, degrees: 0 }]]; // prettier-ignore
    expect(await whyOf(several)).toEqual([['passed', 'portrait', null], ['not_run', 'selfie', 'several_faces']]); // prettier-ignore
    const unseen: Files = [[passport, new FaceLookFailed()], [selfie, 0]]; // prettier-ignore
    expect(await whyOf(unseen)).toEqual([['not_run', 'portrait', 'no_engine'], ['passed', 'selfie', null]]); // prettier-ignore
    expect(await whyOf([[readDocument('utility_bill'), 0]])).toEqual([['not_run', null, 'no_document']]);
  });
});
