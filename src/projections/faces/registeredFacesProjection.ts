import {
  applyToRegisteredFace,
  type FaceDatabase,
  type RegisteredFace,
  type RegisteredFaceEvent,
  registeredFaceStream,
} from '../../domain/faces/index.js';
import type { Mode } from '../../domain/core/mode.js';
import { declareProjection, declareTable } from '../core/projection.js';
import type { ReadModels } from '../core/readModels.js';

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
    registered_by: 'text not null',
    registered_at: 'text collate "C" not null',
  },
  indexes: [
    '(tenant_id, mode, database, registered_at desc, registration_id desc)',
    '(mode, registered_at desc, registration_id desc)',
    '(vector_id)',
  ],
  stream: registeredFaceStream,
  keys: (event) => [event.data.registration_id],
  on: { FaceRegistered: applyToRegisteredFace, FaceRemoved: applyToRegisteredFace },
});

/** The faces in registers, as far as that can be shown: never what they look like. */
export const registeredFacesProjection = declareProjection({
  ...{ name: 'registered_faces', version: 2, tables: [registeredFacesTable] },
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
  /** When the newest of its faces was registered, ISO 8601. */
  last_updated: string;
}

/** Reads registers of faces. */
export interface FaceQueries {
  /** Newest first, by time and then id. */
  list(filter: RegisteredFaceFilter): Promise<RegisteredFace[]>;
  /** The one that the service calls so, where it is there. */
  find(registration_id: string): Promise<RegisteredFace | undefined>;
  /** Those whose numbers are kept under some ids. */
  byVectors(vector_ids: readonly string[]): Promise<RegisteredFace[]>;
  /** The registers that are not empty: the watchlists, and a tenant's own; those of every tenant together where none is named. */
  databases(asked: { tenant_id?: string | undefined; mode: Mode }): Promise<FaceDatabaseFacts[]>;
}

declare module '../core/queries.js' {
  interface Queries {
    faces: FaceQueries;
  }
}

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

    byVectors: (vector_ids) => faces.list((query) => query.whereIn('vector_id', vector_ids)),

    async databases({ tenant_id, mode }) {
      const whose = tenant_id === undefined ? 'true' : `tenant_id in ('', ?)`;
      const { rows } = await readModels.knex.raw<{ rows: FaceDatabaseFacts[] }>(
        `select database, count(*)::integer as face_count, max(registered_at) as last_updated
         from ${await faces.source()} where mode = ? and ${whose} group by database`,
        tenant_id === undefined ? [mode] : [mode, tenant_id],
      );
      return rows;
    },
  };
}
