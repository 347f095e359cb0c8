import {
  applyToRegisteredFace,
  type FaceDatabase,
  type RegisteredFace,
  type RegisteredFaceEvent,
  registeredFaceStream,
} from '../../domain/faces/index.js';
import type { Mode } from '../../domain/core/mode.js';
import { declareProjection, declareTable } from '../core/projection.js';
import type { ReadModels, RowsQuery } from '../core/readModels.js';

const registeredFacesTable = declareTable<RegisteredFace, RegisteredFaceEvent>({
  name: 'registered_faces',
  columns: {
    registration_id: 'text collate "C" not null',
    tenant_id: 'text not null',
    mode: 'text not null',
    database: 'text not null',
    face_id: 'text',
    person_id: 'text',
    metadata: 'json',
    quality: 'double precision not null',
    vectors: 'text not null',
    vector_id: 'text not null',
    earlier_vectors: 'text',
    earlier_vector_id: 'text',
    picture_key: 'text',
    kept_out_of: 'text',
    kept_out: 'text',
    registered_by: 'text not null',
    registered_at: 'text collate "C" not null',
  },
  indexes: [
    '(tenant_id, mode, database, registered_at desc, registration_id desc)',
    '(mode, registered_at desc, registration_id desc)',
    '(vector_id)',
    '(earlier_vector_id)',
  ],
  stream: registeredFaceStream,
  keys: (event) => [event.data.registration_id],
  on: {
    FaceRegistered: applyToRegisteredFace,
    FaceEmbeddedAnew: applyToRegisteredFace,
    FaceKeptOut: applyToRegisteredFace,
    FaceRemoved: applyToRegisteredFace,
  },
});

/** The faces in registers, as far as that can be shown: never what they look like. */
export const registeredFacesProjection = declareProjection({
  ...{ name: 'registered_faces', version: 3, tables: [registeredFacesTable] },
});

/** Which faces a list shows. */
export interface RegisteredFaceFilter {
  /** Every tenant's, and the watchlists', where it is left out. */
  tenant_id?: string | undefined;
  mode: Mode;
  database?: FaceDatabase | undefined;
  /** The face behind which the page begins. */
  after?: Pick<RegisteredFace, 'registered_at' | 'registration_id'> | undefined;
  limit: number;
}

/** How full a register is. */
export interface FaceDatabaseFacts {
  database: FaceDatabase;
  face_count: number;
  /** Of which some networks have made no numbers yet. */
  waiting: number;
  /** Of which they could make none. */
  kept_out: number;
  /** When the newest of its faces was registered, ISO 8601. */
  last_updated: string;
}

/** A register, and whose it is. */
export type RegisterOfFaces = Pick<RegisteredFace, 'tenant_id' | 'mode' | 'database'>;

/** Of a register: its faces that wait for some networks, and those that these could make no numbers of. */
export type RegisterToEmbed = RegisterOfFaces & { waiting: number; kept_out: number };

/** Reads registers of faces. */
export interface FaceQueries {
  /** Newest first, by time and then id. */
  list(filter: RegisteredFaceFilter): Promise<RegisteredFace[]>;
  /** The one that the service calls so, where it is there. */
  find(registration_id: string): Promise<RegisteredFace | undefined>;
  /** Those whose numbers are kept under some ids, or were before others were made: each under the id that was asked for. */
  byVectors(vector_ids: readonly string[]): Promise<RegisteredFace[]>;
  /** The registers that are not empty: the watchlists, and a tenant's own; those of every tenant together where none is named. */
  databases(asked: { tenant_id?: string | undefined; mode: Mode }, vectors: string): Promise<FaceDatabaseFacts[]>;
  /** How many faces of a register have no numbers of some networks, but for those that others, `now`, can make none of. */
  without(register: RegisterOfFaces, vectors: string, now: string): Promise<number>;
  /** All registers with faces, and how far these networks have come with them. */
  toEmbed(vectors: string): Promise<RegisterToEmbed[]>;
  /**
   * Faces of which these networks have made no numbers yet, by what the service calls them, behind one of them.
   * @param again also those that they could make none of
   */
  notEmbedded(asked: { vectors: string; again: boolean; after: string | null; limit: number }): Promise<string[]>;
}

declare module '../core/queries.js' {
  interface Queries {
    faces: FaceQueries;
  }
}

/** How far some networks have come; they are named four times. */
const HOW_FAR = `
  count(*) filter (where vectors <> ? and kept_out_of is distinct from ?)::integer as waiting,
  count(*) filter (where vectors <> ? and kept_out_of = ?)::integer as kept_out`;

/** Creates the queries of registers of faces. */
export function createFaceQueries(readModels: ReadModels): FaceQueries {
  const faces = readModels.of(registeredFacesProjection, registeredFacesTable);
  return {
    list: ({ tenant_id, mode, database, after, limit }) =>
      faces.list((query) => {
        query.where({ mode }).orderByRaw('registered_at desc, registration_id desc').limit(limit);
        if (tenant_id !== undefined) query.where({ tenant_id });
        if (database !== undefined) query.where({ database });
        return after
          ? query.whereRaw('(registered_at, registration_id) < (?, ?)', [after.registered_at, after.registration_id])
          : query;
      }),

    find: (registration_id) => faces.find(registration_id),

    async byVectors(vector_ids) {
      const asked = new Set(vector_ids);
      const either = (query: RowsQuery) =>
        void query.whereIn('vector_id', vector_ids).orWhereIn('earlier_vector_id', vector_ids);
      const found = await faces.list((query) => query.where(either));
      return found.flatMap((face) =>
        [face.vector_id, face.earlier_vector_id].flatMap((vector_id) =>
          vector_id !== null && asked.has(vector_id) ? [{ ...face, vector_id }] : [],
        ),
      );
    },

    async databases({ tenant_id, mode }, vectors) {
      const whose = tenant_id === undefined ? 'true' : `tenant_id in ('', ?)`;
      const { rows } = await readModels.knex.raw<{ rows: FaceDatabaseFacts[] }>(
        `select database, count(*)::integer as face_count, ${HOW_FAR}, max(registered_at) as last_updated
         from ${await faces.source()} where mode = ? and ${whose} group by database`,
        [vectors, vectors, vectors, vectors, mode, ...(tenant_id === undefined ? [] : [tenant_id])],
      );
      return rows;
    },

    ...createEmbeddingQueries(readModels),
  };
}

/** The queries of those who make numbers of all faces anew. */
function createEmbeddingQueries(readModels: ReadModels): Pick<FaceQueries, 'without' | 'toEmbed' | 'notEmbedded'> {
  const faces = readModels.of(registeredFacesProjection, registeredFacesTable);
  return {
    async without({ tenant_id, mode, database }, vectors, now) {
      const { rows } = await readModels.knex.raw<{ rows: { count: number }[] }>(
        `select count(*)::integer as count from ${await faces.source()}
         where tenant_id = ? and mode = ? and database = ? and vectors <> ? and earlier_vectors is distinct from ?
         and kept_out_of is distinct from ?`,
        [tenant_id, mode, database, vectors, vectors, now],
      );
      return rows[0]?.count ?? 0;
    },

    async toEmbed(vectors) {
      const { rows } = await readModels.knex.raw<{ rows: RegisterToEmbed[] }>(
        `select tenant_id, mode, database, ${HOW_FAR} from ${await faces.source()} group by tenant_id, mode, database`,
        [vectors, vectors, vectors, vectors],
      );
      return rows;
    },

    async notEmbedded({ vectors, again, after, limit }) {
      const left = await faces.listOnly(['registration_id'], (query) => {
        query.whereNot({ vectors }).orderBy('registration_id').limit(limit);
        if (!again) query.whereRaw('kept_out_of is distinct from ?', [vectors]);
        return after === null ? query : query.where('registration_id', '>', after);
      });
      return left.map(({ registration_id }) => registration_id);
    },
  };
}
