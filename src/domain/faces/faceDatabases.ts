import { DomainError } from '../core/decider.js';

/**
 * A register of faces: `custom` and those that the installation adds are a tenant's own; the others (`politically_exposed_person`,
 * `sanction_watch`, `public_figures`, `fraudsters`, `celebrity`) are watchlists, which belong to the platform.
 * @pattern ^[a-z][a-z0-9_]{0,63}$
 * @example "custom"
 */
export type FaceDatabase = string;

/** The watchlists: every installation has them, and none else. */
export const WATCHLIST_NAMES = [
  'politically_exposed_person',
  'sanction_watch',
  'public_figures',
  'fraudsters',
  'celebrity',
] as const satisfies readonly FaceDatabase[];
export type Watchlist = (typeof WATCHLIST_NAMES)[number];

/** What people call the watchlists. */
const DISPLAYED: Readonly<Record<Watchlist, string>> = {
  politically_exposed_person: 'Politically exposed persons',
  sanction_watch: 'Sanctions',
  public_figures: 'Public figures',
  fraudsters: 'Fraudsters',
  celebrity: 'Celebrities',
};
const WATCHLISTS: ReadonlyMap<FaceDatabase, string> = new Map(
  WATCHLIST_NAMES.map((database) => [database, DISPLAYED[database]]),
);

/** A register, and what people call it. */
export interface NamedFaceDatabase {
  database: FaceDatabase;
  display_name: string;
}

/** Whether a register is one of the platform's, and the same for every tenant. */
export const isWatchlist = (database: FaceDatabase): boolean => WATCHLISTS.has(database);

/** Registers, each with whose it is as a tenant asks for it: `''` for a watchlist. */
export const withOwners = (
  databases: readonly FaceDatabase[],
  tenant_id: string,
): { database: FaceDatabase; tenant_id: string }[] =>
  databases.map((database) => ({ database, tenant_id: isWatchlist(database) ? '' : tenant_id }));

/**
 * All registers of an installation, the watchlists first.
 * @param added names of those that it has beside them and `custom`; a name that there is anyway adds nothing
 */
export function faceDatabases(added: readonly FaceDatabase[]): NamedFaceDatabase[] {
  const all = new Map([...WATCHLISTS, ['custom', 'Own faces']]);
  for (const name of added) if (!all.has(name)) all.set(name, inWords(name));
  return [...all].map(([database, display_name]) => ({ database, display_name }));
}

/** @param field names it in the refusal @throws DomainError `invalid` where there is no such register */
export function assertFaceDatabase(known: readonly NamedFaceDatabase[], name: FaceDatabase, field: string): void {
  if (known.some(({ database }) => database === name)) return;
  const all = known.map(({ database }) => database).join(', ');
  throw new DomainError('invalid', `The field \`${field}\` names no register; there are ${all}`);
}

const inWords = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
