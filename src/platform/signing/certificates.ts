import { sign, type KeyObject } from 'node:crypto';
import type { Knex } from 'knex';
import type { Migration } from '../database/migrate.js';
import { onceItWorks } from '../onceItWorks.js';
import { canonicalJson, signingJwk, type SigningJwk } from './jsonWebKeys.js';
import { publicHalfOf } from './signingKey.js';

/**
 * The public halves of all keys that certificates were signed with, and the certificates, each once: who asks again gets the
 * same one, also after the key was changed, and can verify it.
 */
export const certificateMigrations: readonly Migration[] = [
  {
    name: 'certificates_001',
    up: async (knex) => {
      await knex.schema.createTable('signing_keys', (table) => {
        table.text('x').primary();
        table.timestamp('first_used').notNullable().defaultTo(knex.fn.now());
      });
      await knex.schema.createTable('certificates', (table) => {
        table.text('subject').primary();
        table.json('certificate').notNullable();
      });
    },
  },
];

/** What is certified of a subject: JSON without a personal value, as it is kept for good. */
export type Certified<Facts> = Facts & {
  /** Ed25519 (RFC 8032) over the UTF-8 bytes of the RFC 8785 form of the certificate without this field; base64url. */
  signature: string;
};

/** Signs what was done, for whoever has to prove it. */
export interface Certificates {
  /** Has the key, and what it is verified with published: mistakes of configuration show here. @throws StartError */
  ready(): Promise<void>;
  /** The certificate of a subject: these facts, signed, or the one that was issued before. @throws StartError without a key */
  issue<Facts extends { subject: string }>(facts: Facts): Promise<Certified<Facts>>;
  /** These facts, signed, of which nothing is kept. @throws StartError without a key */
  sign<Facts extends object>(facts: Facts): Promise<Certified<Facts>>;
  /** The public keys of all that was ever signed, the newest first. */
  publicKeys(): Promise<SigningJwk[]>;
}

/** For how long published keys are known without asking: whoever may ask needs no key. */
const KNOWN_FOR_MS = 5_000;

/** The public keys of all that was ever signed, the newest first, without having a key or making one. */
export async function readSigningKeys(knex: Knex): Promise<SigningJwk[]> {
  const keys = await knex('signing_keys')
    .orderBy([{ column: 'first_used', order: 'desc' }, 'x'])
    .pluck<string[]>('x');
  return keys.map(signingJwk);
}

/** Certificates that are kept in the database; `obtainKey` is asked once, when a key is needed first. */
export function createCertificates({
  knex,
  obtainKey,
}: {
  knex: Knex;
  obtainKey: () => Promise<KeyObject>;
}): Certificates {
  const key = onceItWorks(async () => {
    const found = await obtainKey();
    await knex('signing_keys')
      .insert({ x: publicHalfOf(found) })
      .onConflict('x')
      .ignore();
    return found;
  });
  const readKeys = async (): Promise<SigningJwk[]> => {
    await key();
    return readSigningKeys(knex);
  };
  let known: { keys: Promise<SigningJwk[]>; until: number } | undefined;

  const certify = async <Facts extends object>(facts: Facts): Promise<Certified<Facts>> => {
    const signature = sign(null, canonicalJson(facts), await key()).toString('base64url');
    return { ...facts, signature };
  };

  return {
    ready: async () => void (await key()),
    sign: certify,

    async issue<Facts extends { subject: string }>(facts: Facts) {
      const { subject } = facts;
      await knex('certificates')
        .insert({ subject, certificate: JSON.stringify(await certify(facts)) })
        .onConflict('subject')
        .ignore();
      const kept = await knex('certificates')
        .where({ subject })
        .first<{ certificate: Certified<Facts> } | undefined>('certificate');
      if (!kept) throw new Error('The certificate was deleted while it was issued');
      return kept.certificate;
    },

    async publicKeys() {
      if (!known || known.until < performance.now()) {
        known = { keys: readKeys(), until: performance.now() + KNOWN_FOR_MS };
        known.keys.catch(() => (known = undefined));
      }
      return known.keys;
    },
  };
}
