import type { Credentials } from '@eventstore/db-client';

/** What a connection string of EventStoreDB says (`EVENTSTORE_URL`, whose form was checked). */
export interface EventStoreDbAddress {
  /** Undefined where it names nobody. */
  credentials: Credentials | undefined;
  /** `host:port` of each of its hosts. */
  hosts: readonly string[];
  /** Whether the nodes of a cluster are asked which of them leads. */
  isCluster: boolean;
  /** The same for its first host alone. */
  firstAlone: string;
  options: URLSearchParams;
}

/** Reads a connection string of EventStoreDB, for what its client does not tell. */
export function readEventStoreDbAddress(url: string): EventStoreDbAddress {
  const { discover, user, password, hosts = '', options = '' } = PARTS.exec(url)?.groups ?? {};
  const withPorts = hosts.split(',').map((host) => (host.includes(':') ? host : `${host}:2113`));
  const access = user === undefined ? '' : `${user}:${password}@`;
  return {
    credentials:
      user === undefined || password === undefined
        ? undefined
        : { username: decodeURIComponent(user), password: decodeURIComponent(password) },
    hosts: withPorts,
    isCluster: discover !== undefined || withPorts.length > 1,
    firstAlone: `esdb://${access}${withPorts[0]}${options && `?${options}`}`,
    options: new URLSearchParams(options),
  };
}

const PARTS =
  /^esdb(?<discover>\+discover)?:\/\/(?:(?<user>[^:@/]+):(?<password>[^@/]*)@)?(?<hosts>[^/?]+)\/?(?:\?(?<options>.*))?$/;
