import type { Config } from '../platform/config.js';

/** What the banner tells. */
export interface BannerFacts {
  version: string;
  /** Address that the process listens on. */
  url: string;
  config: Config;
  /** Folder of the embedded Postgres, where that is used. */
  cluster?: string;
  /** Text networks and processes of the document engine, where this process has one. */
  engine?: { models: string; processes: number };
}

/** A few lines for people: where the API is, what it is connected to, and where its data is. No secrets. */
export function banner({ version, url, config, cluster, engine }: BannerFacts): string {
  const facts: [string, string | undefined][] = [
    ...(config.roles.has('api') ? apiFacts(url) : otherFacts(url, config)),
    ['Data', config.dataDir],
    ['Database', config.databaseUrl ? `Postgres at ${hostOf(config.databaseUrl)}` : `embedded Postgres, in ${cluster}`],
    ['Events', config.eventStoreUrl ? `EventStoreDB at ${hostOf(config.eventStoreUrl)}` : 'in the database'],
    [
      'Files',
      config.s3
        ? `encrypted, bucket ${config.s3.bucket} at ${hostOf(config.s3.endpoint)}`
        : 'encrypted, in the data folder',
    ],
    ['Engine', engine && `${engine.models}, ${engine.processes} ${engine.processes === 1 ? 'process' : 'processes'}`],
    ['Access', config.authEnabled ? undefined : 'AUTH_ENABLED=false: every request runs as the platform'],
  ];
  const lines = facts.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name.padEnd(10)}${value}`]));
  return ['', `  Attest ${version} is ready`, '', ...lines, '', ''].join('\n');
}

const apiFacts = (url: string): [string, string][] => [
  ['API', url],
  ['Docs', `${url}/docs`],
];

const otherFacts = (url: string, { roles }: Config): [string, string][] => [
  ['Roles', [...roles].join(', ')],
  ['Probes', `${url}/readyz`],
];

/** The first key, which is shown this once and stored nowhere in the clear. */
export function firstKeyNotice(rawKey: string): string {
  return [
    '',
    '  The first API key, with all scopes. It is shown only now, so keep it:',
    '',
    `    ${rawKey}`,
    '',
    '',
  ].join('\n');
}

const hostOf = (url: string): string => /^[^/]*\/\/(?:[^@/]*@)?([^/?]*)/.exec(url)?.[1] ?? '';
