import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { flag, httpAddress, number, wholeNumber } from './settingForms.js';

/** A language model that is asked beside the embedded engine: any endpoint that speaks OpenAI's chat completions. `key` is a secret. */
export interface ModelConfig {
  /** Address of the API, mostly ending in `/v1`. */
  url: string;
  name: string;
  key?: string;
  /** `cloud` is only sent documents of agents that allow it. */
  where: 'local' | 'cloud';
  /** Whether it takes pictures beside text. */
  sees: boolean;
  /** Longest that a question may take, waiting for its turn included, in milliseconds. */
  timeoutMs: number;
  /** Questions that this process asks at once. */
  concurrency: number;
  /** Tokens that each tenant may use in a day (UTC); absent means as many as it takes. */
  tokensPerDay?: number;
}

/** Its settings by the names of their variables. */
export const MODEL_SETTINGS = {
  MODEL_URL: httpAddress('http://localhost:11434/v1')
    .refine(hasNoPassword, { error: 'must have no name and password in it: a key goes into MODEL_KEY.' })
    .optional(),
  MODEL_NAME: z.string().optional(),
  MODEL_KEY: z.string().optional(),
  MODEL_LOCAL: flag.optional(),
  MODEL_SEES: flag.prefault('false'),
  MODEL_TIMEOUT: number(1, 300).prefault('60'),
  MODEL_CONCURRENCY: wholeNumber(1, 100).prefault('4'),
  MODEL_TOKENS_PER_DAY: wholeNumber(1, 1_000_000_000).optional(),
};

/** Requests cannot be made with them. */
function hasNoPassword(address: string): boolean {
  if (!URL.canParse(address)) return true; // is told of as such
  const { username, password } = new URL(address);
  return username === '' && password === '';
}

type Settings = z.output<z.ZodObject<typeof MODEL_SETTINGS>>;

/** Whether both of what it takes are set, or neither. */
export const hasWholeModel = ({ MODEL_URL, MODEL_NAME }: Settings): boolean =>
  (MODEL_URL === undefined) === (MODEL_NAME === undefined);

/** What is said where only one of them is. */
export const WHOLE_MODEL = {
  path: ['MODEL_URL'],
  error: 'and MODEL_NAME need each other, such as http://localhost:11434/v1 and qwen3:8b: set both, or neither.',
};

/** The model that is asked; undefined where none is set. */
export function modelOf(settings: Settings): ModelConfig | undefined {
  const { MODEL_URL: url, MODEL_NAME: name, MODEL_LOCAL } = settings;
  if (url === undefined || name === undefined) return undefined;
  return {
    ...{ url, name, key: settings.MODEL_KEY, sees: settings.MODEL_SEES },
    where: (MODEL_LOCAL ?? isOfThisNetwork(new URL(url).hostname)) ? 'local' : 'cloud',
    ...{ timeoutMs: settings.MODEL_TIMEOUT * 1000, concurrency: settings.MODEL_CONCURRENCY },
    tokensPerDay: settings.MODEL_TOKENS_PER_DAY,
  };
}

/** What is taken for a host next door: this machine, private addresses, and names without a dot, as containers have. Anything else is somebody else's until it is said. */
function isOfThisNetwork(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) === 0) return !host.includes('.') || /\.(?:internal|local|localhost)$/.test(host);
  return ['loopback', 'private', 'uniqueLocal', 'linkLocal'].includes(ipaddr.process(host).range());
}
