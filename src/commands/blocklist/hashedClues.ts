import type { Clue } from '../../domain/documents/index.js';
import type { EventMode } from '../../platform/eventStore/eventStore.js';
import type { KeyedHash } from '../../platform/sealing/keyedHash.js';

/** Where things of one tenant are looked for. What is a test is not found by what is none, and the other way round. */
export interface Where {
  tenant_id: string;
  mode: EventMode;
}

/** The space of the index in which documents of a tenant's cases are noted. */
export const spaceOfCases = ({ tenant_id, mode }: Where): string => `cases:${mode}:${tenant_id}`;

/** The space of the index in which a tenant's blocklist is. */
export const spaceOfBlocklist = ({ tenant_id, mode }: Where): string => `blocklist:${mode}:${tenant_id}`;

/** The keyed hash of a clue: another one in every tenant and for every kind. */
export const hashOfClue = (keyedHash: KeyedHash, tenant_id: string, { kind, text }: Clue): Promise<Buffer> =>
  keyedHash(`seen before: ${kind}`, JSON.stringify([tenant_id, text]));

/** The keyed hash of a name, to tell whether a document was another person's. */
export const hashOfHolder = (keyedHash: KeyedHash, tenant_id: string, name: string): Promise<Buffer> =>
  keyedHash('seen before: holder', JSON.stringify([tenant_id, name]));
