import type { EngineFacts } from '../engines/documents/documentEngine.js';
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
  engine?: EngineFacts;
}

/** A few lines for people: where the API is, what it is connected to, and where its data is. No secrets. */
export function banner({ version, url, config, cluster, engine }: BannerFacts): string {
  const facts: [string, string | undefined][] = [
    ...(config.roles.has('api') ? apiFacts(url) : otherFacts(url, config)),
    ['Data', config.dataDir],
    ['Database', config.databaseUrl ? `Postgres at ${hostOf(config.databaseUrl)}` : `embedded Postgres, in ${cluster}`],
    ['Events', config.eventStoreUrl ? `EventStoreDB at ${hostOf(config.eventStoreUrl)}` : 'in the database'],
    ['Search', config.elasticsearchUrl && `Elasticsearch at ${hostOf(config.elasticsearchUrl)}`],
    [
      'Faces',
      config.facesInElasticsearch ? 'looked for in Elasticsearch, where their numbers are not sealed' : undefined,
    ],
    [
      'Files',
      config.s3
        ? `encrypted, bucket ${config.s3.bucket} at ${hostOf(config.s3.endpoint)}`
        : 'encrypted, in the data folder',
    ],
    ['Engine', engine && `${engine.models}, ${engine.processes} ${engine.processes === 1 ? 'process' : 'processes'}`],
    ['Model', config.model && `${config.model.name} at ${hostOf(config.model.url)} (${config.model.where})`],
    ['Isolation', engine && sentenceOf(engine.isolation)],
    ['Access', config.authEnabled ? undefined : 'AUTH_ENABLED=false: every request runs as the platform'],
  ];
  const lines = facts.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name.padEnd(10)}${value}`]));
  return ['', `  Attest ${version} is ready`, '', ...lines, '', ''].join('\n');
}

const ISOLATED_BY = {
  namespaces: 'in namespaces of its own',
  user: 'under a user of its own',
  permissions: 'under the permission model of Node, to which native code is not held',
  process: 'in a process of its own',
} as const;

const REACHED = { secrets: "the service's secrets", network: 'the network', files: 'files of others' } as const;

/** What isolates the engine, and what it could get at all the same if a document took it over. */
function sentenceOf({ by, reach }: EngineFacts['isolation']): string {
  const reached = (['secrets', 'network', 'files'] as const).filter((what) => reach[what]).map((what) => REACHED[what]);
  const can = reached.length === 0 ? 'nothing of the service' : reached.join(' and ');
  return `the engine runs ${ISOLATED_BY[by]}; within its reach: ${can}`;
}

const apiFacts = (url: string): [string, string][] => [
  ['API', url],
  ['Console', `${url}/console`],
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

/** What stands before the last `@` is a name and a password, which may have one too. */
const hostOf = (url: string): string => /^[^/]*\/\/(?:[^/]*@)?([^/?#]*)/.exec(url)?.[1] ?? '';
