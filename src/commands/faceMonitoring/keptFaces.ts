import { v7 as newId } from 'uuid';
import { type Case, caseStream, type FaceSought } from '../../domain/cases/index.js';
import type { Mode } from '../../domain/core/mode.js';
import { watchlistMonitoring, watchlistMonitoringStream } from '../../domain/faces/index.js';
import type { FaceEngine } from '../../engines/faces/faceEngine.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { Migration } from '../../platform/database/migrate.js';
import { leastIdAt, type SealedVectors } from '../../platform/sealing/sealedVectors.js';
import type { CommandHandler } from '../core/commandHandler.js';
import type { KeepFaces } from '../documents/faceMatching.js';
import { vectorSpaceOf } from '../faces/faceSpaces.js';

/**
 * Which faces of cases are kept, by the ids of their numbers: a row lives as long as these, which live as long as the key of their case. No read
 * model: the numbers are in no event, so no rebuild brings them back.
 */
export const keptFacesMigrations: readonly Migration[] = [
  {
    name: 'kept_faces_001',
    up: async (knex) => {
      await knex.schema.createTable('kept_faces', (table) => {
        table.uuid('vector_id').primary().references('vector_id').inTable('sealed_vectors').onDelete('CASCADE');
        table.text('tenant_id').notNullable().index();
        table.text('mode').notNullable();
        table.text('vectors').notNullable().comment('The networks that made the numbers');
        table.text('session_id').notNullable().index();
        table.text('doc_id').notNullable();
        table.text('picture').notNullable();
        table.index(['vectors', 'mode', 'vector_id']);
      });
    },
  },
];

/** A face of a case that is kept: its numbers are sealed under the key of the case, and found by `vector_id`. */
export interface KeptFace {
  vector_id: string;
  tenant_id: string;
  mode: Mode;
  /** The networks that made its numbers: those of others are never compared with it. */
  vectors: string;
  session_id: string;
  doc_id: string;
  picture: FaceSought;
}

/** Keeps faces of cases, for the tenants that asked for it alone. */
export interface KeptFaces {
  /** What keeps the faces of a case; undefined where its tenant did not ask for it, and of a replay, which has the faces of another case. */
  keeperFor(theCase: Pick<Case, 'session_id' | 'tenant_id' | 'mode' | 'replay_of'>): Promise<KeepFaces | undefined>;
  /** Whether a tenant asked that its faces be kept and compared. */
  isMonitored(tenant_id: string): Promise<boolean>;
  /** Ids of those of all tenants behind one of them (null: from the first), in the order of ids. */
  after(of: Pick<KeptFace, 'mode' | 'vectors'>, after: string | null, limit: number): Promise<string[]>;
  /** Those with some ids that are still there. */
  find(vector_ids: readonly string[]): Promise<KeptFace[]>;
  /** Forgets all of a tenant. */
  forgetTenant(tenant_id: string): Promise<void>;
  /** Forgets those that a tenant's wish, or a process that died, left behind. */
  sweep(): Promise<void>;
}

/** What keeping stands on. */
export interface KeptFacesDeps {
  database: Pick<Database, 'knex'>;
  sealedVectors: Pick<SealedVectors, 'add'>;
  engine: Pick<FaceEngine, 'faceModels'>;
  handler: Pick<CommandHandler, 'load'>;
  clock: Clock;
}

/** In which space the numbers are: no search of registers looks there. */
const SPACE = 'case-faces';

const FORGET_BROKEN_OFF = `
delete from sealed_vectors where starts_with(space, '${SPACE}:')
  and not exists (select from kept_faces where kept_faces.vector_id = sealed_vectors.vector_id)
  and vector_id < ?`;

/** How old numbers without a row must be: whoever keeps faces is done long before. */
const LEFT_AFTER_MS = 3_600_000;

/** Creates it. */
export function createKeptFaces({ database, sealedVectors, engine, handler, clock }: KeptFacesDeps): KeptFaces {
  const { knex } = database;
  const rows = () => knex<KeptFace>('kept_faces');
  const forget = async (of: Partial<KeptFace>): Promise<void> => {
    await knex('sealed_vectors').whereIn('vector_id', rows().where(of).select('vector_id')).delete();
  };

  const isMonitored: KeptFaces['isMonitored'] = async (tenant_id) =>
    (await handler.load(watchlistMonitoringStream(tenant_id), watchlistMonitoring)).state.monitors;

  const forgetTenant: KeptFaces['forgetTenant'] = (tenant_id) => forget({ tenant_id });

  return {
    isMonitored,
    forgetTenant,

    async keeperFor({ session_id, tenant_id, mode: asOpened, replay_of }) {
      if (replay_of !== null || !(await isMonitored(tenant_id))) return undefined;
      const mode = asOpened ?? 'live';
      const { vectors } = engine.faceModels;
      const space = vectorSpaceOf(`${SPACE}:${mode}:${tenant_id}`, vectors);
      return async (faces) => {
        await forget({ session_id });
        for (const { picture, doc_id, embedding } of faces) {
          const vector_id = newId();
          await sealedVectors.add({ vector_id, subject: caseStream(session_id), space, vector: embedding });
          await rows().insert({ vector_id, tenant_id, mode, vectors, session_id, doc_id, picture });
        }
      };
    },

    after: ({ mode, vectors }, after, limit) => {
      const query = rows().where({ mode, vectors }).orderBy('vector_id').limit(limit);
      return (after === null ? query : query.where('vector_id', '>', after)).pluck('vector_id');
    },

    find: (vector_ids) =>
      rows()
        .whereIn('vector_id', [...vector_ids])
        .select(),

    async sweep() {
      const before = new Date(clock().getTime() - LEFT_AFTER_MS);
      await knex.raw(FORGET_BROKEN_OFF, [leastIdAt(before)]);
      for (const tenant_id of await rows().distinct().pluck<string[]>('tenant_id')) {
        if (!(await isMonitored(tenant_id))) await forgetTenant(tenant_id);
      }
    },
  };
}
