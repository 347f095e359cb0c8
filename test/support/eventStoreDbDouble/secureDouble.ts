import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EventStoreDBClient, type Credentials } from '@eventstore/db-client';
import { startEventStoreDbDouble, type EventStoreDbDouble } from './double.js';

const CERTIFICATES = join(import.meta.dirname, 'certificates');

/** A double with TLS and users: `admin`, and `attest`, who may not read `$all` until it is allowed. */
export interface SecureDouble extends EventStoreDbDouble {
  /** Connection string of that user, with his password unless another one is given; `user: ''` names nobody. */
  urlOf(user: string, password?: string): string;
  /** The same without the authority that its certificate can be verified with. */
  urlWithoutAuthority: string;
  /** Sets who may read `$all`, as an administrator does. */
  allowAll(readers: readonly string[]): Promise<void>;
  /** Who may. */
  readersOfAll(): Promise<readonly string[] | undefined>;
}

/** Passwords hold what has a meaning in addresses. */
const USERS = { admin: 'change:it', attest: 'a@b/c' };

/** With credentials of its own a call is no batched append, which would outlive it. */
interface Call {
  credentials: Credentials;
}

/** Starts one. */
export async function startSecureDouble(): Promise<SecureDouble> {
  const [certificate, key] = await Promise.all(
    ['node.crt', 'node.key'].map((name) => readFile(join(CERTIFICATES, name))),
  );
  if (!certificate || !key) throw new Error('unreachable');
  const double = await startEventStoreDbDouble({
    batchAppend: true,
    users: new Map(Object.entries(USERS)),
    tls: { certificate, key },
  });
  // By name: an address is no name that a certificate is asked for.
  const at = `localhost:${double.port}?tls=true`;
  const authority = `tlsCAFile=${encodeURIComponent(join(CERTIFICATES, 'ca.crt'))}`;
  const urlOf: SecureDouble['urlOf'] = (user, password = USERS[user as keyof typeof USERS]) =>
    `esdb://${user && `${user}:${encodeURIComponent(password)}@`}${at}&${authority}`;
  const asAdmin = async <Value>(work: (client: EventStoreDBClient, call: Call) => Promise<Value>): Promise<Value> => {
    const client = EventStoreDBClient.connectionString(urlOf('admin'));
    try {
      return await work(client, { credentials: { username: 'admin', password: USERS.admin } });
    } finally {
      await client.dispose();
    }
  };
  return {
    ...double,
    urlOf,
    urlWithoutAuthority: `esdb://admin:${encodeURIComponent(USERS.admin)}@${at}`,
    allowAll: (readers) =>
      asAdmin(async (client, call) => {
        await client.setStreamMetadata('$all', { acl: { readRoles: [...readers] } }, call);
      }),
    readersOfAll: () =>
      asAdmin(async (client, call) => (await client.getStreamMetadata('$all', call)).metadata?.acl?.readRoles),
  };
}
