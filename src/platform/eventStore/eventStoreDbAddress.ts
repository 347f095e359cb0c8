import type { Credentials } from '@eventstore/db-client';

/** What a connection string of EventStoreDB says (`EVENTSTORE_URL`, whose form was checked). */
export interface EventStoreDbAddress {
  /** Undefined where it names nobody. */
  credentials: Credentials | undefined;
  /** `host:port` of the first of its hosts. */
  firstHost: string;
  /** Whether the nodes of a cluster are asked which of them leads. */
  isCluster: boolean;
  /** The same for its first host alone. */
  firstAlone: string;
  options: URLSearchParams;
}

/** Reads a connection string of EventStoreDB, for what its client does not tell. */
export function readEventStoreDbAddress(url: string): EventStoreDbAddress {
  const { discover, user, password, hosts = '', options = '' } = PARTS.exec(url)?.groups ?? {};
  const [first = '', ...others] = hosts.split(',');
  const firstHost = first.includes(':') ? first : `${first}:2113`;
  const access = user === undefined ? '' : `${user}:${password}@`;
  return {
    credentials:
      user === undefined || password === undefined
        ? undefined
        : { username: decodeURIComponent(user), password: decodeURIComponent(password) },
    firstHost,
    isCluster: discover !== undefined || others.length > 0,
    firstAlone: `esdb://${access}${firstHost}${options && `?${options}`}`,
    options: new URLSearchParams(options),
  };
}

const PARTS =
  /^esdb(?<discover>\+discover)?:\/\/(?:(?<user>[^:@/]+):(?<password>[^@/]*)@)?(?<hosts>[^/?]+)\/?(?:\?(?<options>.*))?$/;
