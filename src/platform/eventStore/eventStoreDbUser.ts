import { readFile } from 'node:fs/promises';
import { EventStoreDBClient, type Credentials } from '@eventstore/db-client';
import usersService from '@eventstore/db-client/generated/users_grpc_pb.js';
import users from '@eventstore/db-client/generated/users_pb.js';
import { Metadata, credentials, status, type ChannelCredentials, type ServiceError } from '@grpc/grpc-js';
import { readEventStoreDbAddress, type EventStoreDbAddress } from './eventStoreDbAddress.js';

/** How long the server may take for each step. */
const ANSWER_MS = 10_000;

/** Who makes the user, and whom. */
export interface UserToMake {
  /** Connection string with an administrator. */
  adminUrl: string;
  /** Connection string with the user to be and his password. */
  url: string;
}

/**
 * Makes the user of a connection string in EventStoreDB, or sets his password anew where he is there, and lets him read `$all`
 * beside those who may already. He belongs to no group: he may append and read, and administers nothing. Gives back his name.
 * @throws Error when one of the two names nobody, or when the server does not do it
 */
export async function makeEventStoreDbUser({ adminUrl, url }: UserToMake): Promise<string> {
  const { credentials: user } = readEventStoreDbAddress(url);
  const address = readEventStoreDbAddress(adminUrl);
  const { credentials: admin } = address;
  if (!user || !admin) throw new Error('Both addresses of EventStoreDB have to name a user and a password');
  await makeUser({ address, admin }, user);
  await letReadAll(adminUrl, admin, user.username);
  return user.username;
}

/** Makes him on the first of the hosts that answers. */
async function makeUser(
  { address, admin }: { address: EventStoreDbAddress; admin: Credentials },
  user: Credentials,
): Promise<void> {
  const channel = await channelOf(address);
  let failure: ServiceError | null = null;
  for (const host of address.hosts) {
    const client = new usersService.UsersClient(host, channel);
    failure = await failureOfMaking(client, admin, user);
    client.close();
    if (!failure || !UNREACHABLE.has(failure.code)) break;
  }
  if (failure) throw failure;
}

/** What a host says that is down, or does not say in time. */
const UNREACHABLE: ReadonlySet<status> = new Set([status.UNAVAILABLE, status.DEADLINE_EXCEEDED]);

async function failureOfMaking(
  client: InstanceType<typeof usersService.UsersClient>,
  admin: Credentials,
  { username, password }: Credentials,
): Promise<ServiceError | null> {
  const call = [authorization(admin), { deadline: Date.now() + ANSWER_MS }] as const;
  const he = { create: new users.CreateReq.Options(), reset: new users.ResetPasswordReq.Options() };
  const create = new users.CreateReq().setOptions(
    he.create.setLoginName(username).setFullName('Attest').setPassword(password),
  );
  const reset = new users.ResetPasswordReq().setOptions(he.reset.setLoginName(username).setNewPassword(password));
  const failure = await failureOf((done) => client.create(create, ...call, done));
  if (failure?.code !== status.ALREADY_EXISTS) return failure;
  return failureOf((done) => client.resetPassword(reset, ...call, done));
}

const failureOf = (ask: (done: (error: ServiceError | null) => void) => unknown): Promise<ServiceError | null> =>
  new Promise((resolve) => void ask(resolve));

async function channelOf({ options }: EventStoreDbAddress): Promise<ChannelCredentials> {
  if (options.get('tls') === 'false') return credentials.createInsecure();
  const authority = options.get('tlsCAFile');
  return credentials.createSsl(authority === null ? null : await readFile(authority));
}

function authorization({ username, password }: Credentials): Metadata {
  const metadata = new Metadata();
  metadata.set('authorization', `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
  return metadata;
}

async function letReadAll(adminUrl: string, admin: Credentials, username: string): Promise<void> {
  const client = EventStoreDBClient.connectionString(adminUrl);
  // With credentials of its own the call is no batched append, which would outlive it.
  const call = { credentials: admin, deadline: ANSWER_MS };
  try {
    const { metadata = {} } = await client.getStreamMetadata('$all', call);
    const readers = [metadata.acl?.readRoles ?? '$admins'].flat();
    if (readers.includes(username)) return;
    const acl = { ...metadata.acl, readRoles: [...readers, username] };
    await client.setStreamMetadata('$all', { ...metadata, acl }, call);
  } finally {
    await client.dispose();
  }
}
