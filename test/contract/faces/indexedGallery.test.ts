import { Client } from '@elastic/elasticsearch';
import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createIndexedFaces } from '../../../src/commands/faces/indexedFaces.js';
import { createIndexedGallery } from '../../../src/commands/faces/indexedGallery.js';
import { EngineUnavailable } from '../../../src/engines/documents/documentEngine.js';
import { registeredFaceStream } from '../../../src/domain/faces/index.js';
import { createSealedVectors, type SealedVectors } from '../../../src/platform/sealing/sealedVectors.js';
import { createElasticsearchVectors } from '../../../src/platform/vectors/elasticsearchVectors.js';
import { VectorIndexAway } from '../../../src/platform/vectors/vectorIndex.js';
import { openCore, type Core } from '../../support/core.js';
import { givenElasticsearch } from '../../support/elasticsearchServer.js';
import { faceGalleryContract } from './faceGalleryContract.js';

const url = givenElasticsearch();
const ASKED = { least: -1, most: 10, tenant_id: 'acme' };
const FACE = Float32Array.of(0.6, 0.8, 0);
/** The networks that make them. */
const NETWORKS = { vectors: 'networks-of-a-test', length: FACE.length };
const SILENT = { error: () => undefined, warn: () => undefined };
const said = (...what: unknown[]) => expect.unreachable(JSON.stringify(what));
const UNHEARD = { error: said, warn: said };

describe.skipIf(url === undefined)('in Elasticsearch', () => {
  faceGalleryContract((sealed) => {
    const { newIndex, close } = openIndexes();
    const open = () => createIndexedGallery({ sealed: sealed(), index: newIndex(), log: SILENT });
    const [one, other] = [open(), open()];
    return Promise.resolve({ one, other, close });
  }, 0.99);

  describe('of what it has of faces', () => {
    const { client, prefix, newIndex, indexesHere, close } = openIndexes();
    let core: Core;
    let sealed: SealedVectors;
    beforeAll(async () => {
      core = await openCore();
      sealed = createSealedVectors(core.database, core.subjectKeys, { error: () => undefined });
    });
    afterAll(async () => {
      await core.close();
      await close();
    });
    const keep = async (space: string, vector = FACE) => {
      const kept = { vector_id: uuid(), subject: registeredFaceStream(uuid()) };
      await sealed.add({ ...kept, space, vector });
      return kept;
    };
    const indexed = (isSearched = true) =>
      createIndexedFaces({
        sealedVectors: sealed,
        vectorIndex: newIndex(),
        isSearched,
        networks: [NETWORKS],
        log: UNHEARD,
      });
    const compare = (isSearched?: boolean) => indexed(isSearched).compare(new AbortController().signal);
    const galleryOf = (of: SealedVectors = sealed) =>
      createIndexedGallery({ sealed: of, index: newIndex(), log: SILENT });
    const idsOf = async (space: string, gallery = galleryOf()) =>
      (await gallery.nearest(space, FACE, ASKED)).near.map(({ vector_id }) => vector_id);
    const here = async () => (await newIndex().page()).ids;

    it('deletes a face there as soon as it is erased, and those alone', async () => {
      const space = `faces:live:acme:${uuid()}:${NETWORKS.vectors}`;
      const [gone, stays] = [await keep(space), await keep(space)];
      await idsOf(space);
      const stop = indexed().followErased();
      await vi.waitFor(async () => {
        await core.subjectKeys.erase(gone.subject);
        expect(await here()).not.toContain(gone.vector_id);
      });
      expect(await here()).toContain(stays.vector_id);
      await stop();
    });

    it('deletes what was erased while nobody listened when all are compared, also where it is not searched any more', async () => {
      const space = `faces:live:acme:${uuid()}:${NETWORKS.vectors}`;
      const kept = [await keep(space), await keep(space), await keep(space)];
      await idsOf(space);
      for (const { vector_id } of kept.slice(0, 2)) await sealed.drop(vector_id);
      expect(await compare(false)).toEqual({ deleted: 2, registers: 0 });
      expect(await compare(false)).toEqual({ deleted: 0, registers: 0 });
      expect((await here()).filter((id) => kept.some(({ vector_id }) => vector_id === id))).toEqual([
        kept[2]!.vector_id,
      ]);
    });

    it('leaves none there that was erased while it was written', async () => {
      const space = `faces:live:acme:${uuid()}:${NETWORKS.vectors}`;
      const { vector_id } = await keep(space);
      const late: SealedVectors = {
        ...sealed,
        async read(ids) {
          const opened = await sealed.read(ids);
          await sealed.drop(vector_id);
          return opened;
        },
      };
      expect(await idsOf(space, galleryOf(late))).toEqual([]);
      expect(await here()).not.toContain(vector_id);
    });

    it('says how near by the sealed numbers, whatever somebody wrote there', async () => {
      const space = `faces:live:acme:${uuid()}:${NETWORKS.vectors}`;
      const { vector_id } = await keep(space, Float32Array.of(0, 0, 1));
      await newIndex().made(3);
      await newIndex().write(3, space, new Map([[vector_id, FACE], [uuid(), FACE]])); // prettier-ignore
      const { near } = await galleryOf().nearest(space, FACE, ASKED);
      expect(near).toEqual([{ vector_id, cosine: 0 }]);
    });

    it('tells nothing of another register, whoever wrote there that it is of this one', async () => {
      const [mine, theirs] = [
        `faces:live:acme:${uuid()}:${NETWORKS.vectors}`,
        `faces:live:globex:${uuid()}:${NETWORKS.vectors}`,
      ];
      const [own, other] = [await keep(mine), await keep(theirs)];
      expect(await idsOf(theirs)).toEqual([other.vector_id]);
      await newIndex().write(3, mine, new Map([[other.vector_id, FACE]]));
      expect(await idsOf(mine)).toEqual([own.vector_id]);
      await compare();
      expect(await idsOf(theirs)).toEqual([other.vector_id]);
    });

    it('tells nobody who is erased while the search goes on', async () => {
      const space = `faces:live:acme:${uuid()}:${NETWORKS.vectors}`;
      const [gone, stays] = [await keep(space), await keep(space)];
      const slow: SealedVectors = {
        ...sealed,
        async read(ids, of) {
          const opened = await sealed.read(ids, of);
          if (isWritten) await sealed.drop(gone.vector_id);
          return opened;
        },
      };
      let isWritten = false;
      const gallery = galleryOf(slow);
      expect(await idsOf(space, gallery)).toHaveLength(2);
      isWritten = true;
      expect(await idsOf(space, gallery)).toEqual([stays.vector_id]);
    });

    it('finds those behind some that are gone, however many these are, and lets them go', async () => {
      const space = `faces:live:acme:${uuid()}:${NETWORKS.vectors}`;
      const { vector_id } = await keep(space, Float32Array.of(0.6, 0, 0.8));
      const gallery = galleryOf();
      await idsOf(space, gallery);
      await newIndex().write(3, space, new Map(Array.from({ length: 70 }, () => [uuid(), FACE])));
      expect(await idsOf(space, gallery)).toEqual([vector_id]);
    });

    it('has what was lost there written anew when all are compared', async () => {
      const space = `faces:live:acme:${uuid()}:${NETWORKS.vectors}`;
      const { vector_id } = await keep(space);
      const gallery = galleryOf();
      await idsOf(space, gallery);
      await newIndex().drop([vector_id]);
      expect(await idsOf(space, gallery)).toEqual([]);
      expect((await compare()).registers).toBeGreaterThan(0);
      expect(await idsOf(space, gallery)).toEqual([vector_id]);
    });

    it('is asked about all again once its process may have missed something, as another database has other marks', async () => {
      const space = `faces:live:acme:${uuid()}:${NETWORKS.vectors}`;
      const { vector_id } = await keep(space);
      let reconnected: (() => void) | undefined;
      const heard: SealedVectors = {
        ...sealed,
        onDropped(tell) {
          reconnected = () => tell(undefined);
          return Promise.resolve(() => Promise.resolve());
        },
        since: (of, mark) => (mark === undefined ? sealed.since(of) : Promise.resolve({ ids: [], mark })),
      };
      const gallery = galleryOf(heard);
      await idsOf(space, gallery);
      const { vector_id: later } = await keep(space);
      expect(await idsOf(space, gallery)).toEqual([vector_id]);
      reconnected?.();
      expect(await idsOf(space, gallery)).toEqual([vector_id, later]);
    });

    it('is written anew where it was lost, by a process that had written it', async () => {
      const space = `faces:live:acme:${uuid()}:${NETWORKS.vectors}`;
      const { vector_id } = await keep(space);
      const gallery = galleryOf();
      expect(await idsOf(space, gallery)).toEqual([vector_id]);
      await client.indices.delete({ index: `${prefix}-faces-v1-3` });
      expect(await idsOf(space, gallery)).toEqual([vector_id]);
    });

    it('takes no vectors of another length, and none where nobody made it or somebody else did', async () => {
      await newIndex().made(3);
      const of4 = new Map([[uuid(), Float32Array.of(1, 0, 0, 0)]]);
      await expect(newIndex().write(3, 'a', of4)).rejects.toThrow('A vector was not taken: the index answered 400');
      await expect(newIndex().write(4, 'a', of4)).rejects.toThrow(VectorIndexAway);
      expect(await indexesHere()).not.toContain(`${prefix}-faces-v1-4`);
      await client.indices.create({ index: `${prefix}-faces-v1-5` });
      await expect(newIndex().made(5)).rejects.toThrow('was not made by this service: delete it');
      await client.indices.delete({ index: `${prefix}-faces-v1-5` });
    });

    it('counts as damaged what cannot be compared, and finds all others', async () => {
      const space = `faces:live:acme:${uuid()}:${NETWORKS.vectors}`;
      const [, , whole] = [
        await keep(space, Float32Array.of(0, 0, 0)),
        await keep(space, Float32Array.of(1, 0)),
        await keep(space),
      ];
      const gallery = galleryOf();
      for (let time = 0; time < 2; time++) {
        const { near, compared, damaged } = await gallery.nearest(space, FACE, ASKED);
        expect([near.map(({ vector_id }) => vector_id), compared, damaged]).toEqual([[whole.vector_id], 1, 2]);
      }
    });

    it('has what was deleted written over', async () => {
      const space = `faces:live:acme:${uuid()}:${NETWORKS.vectors}`;
      const kept = [await keep(space), await keep(space)];
      await idsOf(space);
      await newIndex().drop([kept[0]!.vector_id]);
      const index = `${prefix}-faces-v1-3`;
      const leftOfDeleted = async () => {
        await newIndex().purge();
        await client.indices.refresh({ index });
        const { indices } = await client.indices.stats({ index, metric: 'docs' });
        return indices?.[index]?.primaries?.docs?.deleted;
      };
      // Elasticsearch keeps for half a minute what a copy of it could still ask for.
      await vi.waitFor(async () => expect(await leftOfDeleted()).toBe(0), { timeout: 120_000, interval: 2_000 });
    });
  });
});

/** Indexes of one installation, as each of its processes has them. */
function openIndexes() {
  const client = new Client({ node: url ?? 'http://localhost' });
  const prefix = `faces_${randomBytes(6).toString('hex')}`;
  const indexesHere = async () => Object.keys(await client.indices.get({ index: `${prefix}-*` }));
  const newIndex = () => createElasticsearchVectors(client, prefix);
  const close = async () => {
    const index = await indexesHere();
    if (index.length > 0) await client.indices.delete({ index });
    await client.close();
  };
  return { client, prefix, indexesHere, newIndex, close };
}

it('tells who searches while Elasticsearch is away to try again, and what is erased then is said to be left', async () => {
  const client = new Client({ node: 'http://127.0.0.1:9' });
  const index = createElasticsearchVectors(client, 'attest');
  const sealed = {
    ...{ since: () => Promise.resolve({ ids: [], mark: '1' }), among: () => Promise.resolve(new Set<string>()) },
    ...{ read: () => Promise.resolve(new Map<string, never>()), spaces: () => Promise.resolve([]) },
    onDropped(tell: (which: { vector_id: string; space: string }) => void) {
      tell({ vector_id: uuid(), space: 'a' });
      return Promise.resolve(() => Promise.resolve());
    },
  };
  const asked = createIndexedGallery({ sealed, index, log: SILENT }).nearest('a', FACE, ASKED);
  await expect(asked).rejects.toThrow(new EngineUnavailable('The index of faces does not answer; try again later.'));
  const warn = vi.fn();
  const faces = createIndexedFaces({
    sealedVectors: sealed,
    vectorIndex: index,
    isSearched: true,
    networks: [NETWORKS],
    log: { ...SILENT, warn },
  });
  await faces.followErased()();
  expect(warn).toHaveBeenCalledOnce();
  await client.close();
});
