import type { Metadata } from '@grpc/grpc-js';
import type { MemoryLog } from './memoryLog.js';
import { refusals, type Refusal } from './messages.js';

/** Users and their passwords, `admin` among them, who belongs to `$admins`. Undefined: everybody may do everything. */
export type Users = Map<string, string> | undefined;

/** What a caller wants to do. */
export type Wish = 'append' | 'read a stream' | 'read $all' | 'administer';

/** Where the metadata of `$all` stand. */
const METADATA_OF_ALL = '$$$all';

/**
 * Why a caller may not do something; undefined where he may. As on the server any user may append and read a stream, but
 * `$all` is for `$admins` and for those whom `$acl.$r` of its metadata names.
 */
export function refusalOf(
  { users, log }: { users: Users; log: MemoryLog },
  headers: Metadata,
  wish: Wish,
): Refusal | undefined {
  if (!users) return undefined;
  const [user = '', password] = basicCredentials(headers);
  if (password === undefined || users.get(user) !== password) return refusals.unauthenticated();
  if (wish === 'administer') return user === 'admin' ? undefined : refusals.accessDenied();
  if (wish !== 'read $all') return undefined;
  const readers = readersOfAll(log);
  return readers.includes(user) || (user === 'admin' && readers.includes('$admins'))
    ? undefined
    : refusals.accessDenied();
}

function basicCredentials(headers: Metadata): string[] {
  const [, encoded = ''] = /^Basic (.+)$/.exec(String(headers.get('authorization')[0] ?? '')) ?? [];
  const [, ...credentials] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return credentials;
}

function readersOfAll(log: MemoryLog): readonly string[] {
  const newest = log.stream(METADATA_OF_ALL)?.at(-1);
  if (!newest) return ['$admins'];
  const { $acl } = JSON.parse(Buffer.from(newest.data).toString()) as { $acl?: { $r?: string | string[] } };
  return [$acl?.$r ?? '$admins'].flat();
}
