import { askedOncePer } from './knownFor.js';

/** One part that the service stands on. */
export interface HealthCheck {
  status: 'ok' | 'error';
  /**
   * Which adapter serves it, or what it runs.
   * @example "postgres"
   */
  kind?: string;
  /**
   * What is wrong with it, where it can be told to everybody; also where it works all the same.
   * @example "executions: 2 set aside"
   */
  detail?: string;
}

/** A part that is not well says what is wrong in its message, which everybody may read: no address, no value. */
export class NotWell extends Error {
  override readonly name = 'NotWell';
}

/** Whether the service can do its work. */
export interface Health {
  status: 'ok' | 'error';
  /** @example { "database": { "status": "ok", "kind": "embedded" } } */
  checks: { [part: string]: HealthCheck };
  /** Names the parts that fail, when some do. */
  detail?: string;
}

/** Something that a process stands on, and how it is asked whether it is there. */
export interface HealthPart {
  name: string;
  kind?: string;
  /**
   * Fails when it is not there, with `NotWell` where it can say why. A text that it answers with says what is not as it
   * should be, though it works.
   */
  ask(): unknown;
  /** Whether the process can take no work without it. */
  needed: boolean;
}

/** How a process is doing. */
export interface Probes {
  /** Whether every part answers, and the process has started. */
  health(): Promise<Health>;
  /** Whether the process can take work now: it has started, is not stopping, and the parts that it needs answer. */
  readiness(): Promise<Health>;
}

/** The probes as those see them who start and stop the process. */
export interface ProcessProbes extends Probes {
  watch(part: HealthPart): void;
  /** From `starting`, in which nothing is ready yet, to `running` to `stopping`. */
  phase: 'starting' | 'running' | 'stopping';
}

/** A part that has not answered by then counts as failing. */
const PATIENCE_MS = 2000;

const STARTING = 'The process is starting';

/** How long the answer of a part is good: anybody may ask for it, and as often as he likes. */
const GOOD_FOR_MS = 1_000;

/**
 * A process that is starting and stands on nothing yet. A part is asked once for all who want to know within a second.
 * @param now Milliseconds by a clock that only goes forward
 */
export function createProbes(now: () => number = () => performance.now()): ProcessProbes {
  const parts: AskedPart[] = [];
  const probes: ProcessProbes = {
    phase: 'starting',
    watch: (part) => void parts.push({ needed: part.needed, check: askedOncePer(GOOD_FOR_MS, () => check(part), now) }),
    async health() {
      const health = await askAll(parts);
      // Whoever waits for the service to come up must not take silence about its parts for health.
      return probes.phase === 'starting' ? { ...health, status: 'error', detail: STARTING } : health;
    },
    async readiness() {
      const { phase } = probes;
      if (phase !== 'running') return { status: 'error', checks: {}, detail: `The process is ${phase}` };
      return askAll(parts.filter(({ needed }) => needed));
    },
  };
  return probes;
}

/** A part, and how to have its answer. */
interface AskedPart {
  needed: boolean;
  check: () => Promise<[string, HealthCheck]>;
}

async function askAll(parts: readonly AskedPart[]): Promise<Health> {
  const checks = Object.fromEntries(await Promise.all(parts.map((part) => part.check())));
  const failing = Object.keys(checks).filter((part) => checks[part]?.status === 'error');
  if (failing.length === 0) return { status: 'ok', checks };
  return { status: 'error', checks, detail: `Not working: ${failing.join(', ')}` };
}

/** What a part answered. */
interface Outcome {
  ok: boolean;
  detail?: string;
}

async function check({ name, kind, ask }: HealthPart): Promise<[string, HealthCheck]> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<Outcome>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS, { ok: false })));
  const answers = Promise.resolve()
    .then(ask)
    .then(
      (answer): Outcome => ({ ok: true, ...(typeof answer === 'string' && { detail: answer }) }),
      (error: unknown): Outcome => ({ ok: false, ...(error instanceof NotWell && { detail: error.message }) }),
    );
  const { ok, ...why } = await Promise.race([answers, patience]);
  clearTimeout(timer);
  return [name, { status: ok ? 'ok' : 'error', ...(kind !== undefined && { kind }), ...why }];
}
