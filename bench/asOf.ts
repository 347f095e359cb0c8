import { randomUUID } from 'node:crypto';
import { agentStream } from '../src/domain/agents/index.js';
import type { DomainEvent } from '../src/domain/core/event.js';
import { toPosition, type Position } from '../src/platform/eventStore/eventStore.js';
import { agentsProjection } from '../src/projections/agents/agentsProjection.js';
import { casesProjection } from '../src/projections/cases/casesProjection.js';
import type { AsOf } from '../src/projections/core/asOf.js';
import { createCheckpointSignal } from '../src/projections/core/checkpointSignal.js';
import { startProjector } from '../src/projections/core/projector.js';
import { queriesOf } from '../src/start/feature.js';
import { features } from '../src/start/features.js';
import { caseEvents, type BenchCase } from './caseEvents.js';
import { percentile, type Benchmark, type Figure } from './figure.js';
import { contextOf } from './grownLog.js';
import { openScratchService, type ScratchService } from './scratchService.js';

const EVENTS_OF_AGENT = 10_000;
const PER_APPEND = 500;
/** As many documents as a case takes, and about as many messages: its stream cannot be much longer. */
const FULL_CASE = { documents: 200, turns: 495 };
/** How often each is read, at another moment each time. */
const TIMES = 200;
const MOST_MS = 50;
const TENANT = 'acme';
/** What is true now is read of these. */
const READ = [agentsProjection, casesProjection];

/** What the past costs to read at any moment of a long stream, against what is true now. */
export const benchAsOf: Benchmark = async (workshop) => {
  const service = await openScratchService(workshop);
  const agent_id = randomUUID();
  const one: BenchCase = {
    ...{ session_id: randomUUID(), tenant_id: TENANT, reference: 'full', at: new Date(), ended: false },
    size: FULL_CASE,
  };
  const { stream, events } = caseEvents(one);
  const agent = await append(service, agentStream(agent_id), agentEvents(agent_id));
  const theCase = await append(service, stream, events);
  const signal = createCheckpointSignal();
  const projector = startProjector({ ...service, signal, projections: READ });
  await projector.caughtUp();
  await projector.stop();
  const { agents, cases } = queriesOf(features, service);
  return [
    ...(await measure({
      ...{ name: 'an agent', positions: agent, find: (asOf) => agents.find(agent_id, undefined, asOf) },
    })),
    ...(await measure({
      ...{ name: 'a case', positions: theCase },
      find: (asOf) => cases.findWithDocuments(one.session_id, undefined, asOf),
    })),
  ];
};

/** What is read of the past. */
interface Past {
  name: string;
  /** Of its events, in their order. */
  positions: readonly Position[];
  find(asOf?: AsOf): Promise<unknown>;
}

async function measure({ name, positions, find }: Past): Promise<Figure[]> {
  const at = (index: number): AsOf => ({ position: positions[index]! });
  const took = async (asOf?: AsOf): Promise<number> => {
    const began = performance.now();
    if (!(await find(asOf))) throw new Error(`There is not ${name}`);
    return performance.now() - began;
  };
  // The last event alone would be answered with what is true now.
  const first = await took(at(positions.length - 2));
  const past: number[] = [];
  const now: number[] = [];
  for (let n = 0; n < TIMES; n++) {
    past.push(await took(at(Math.floor(Math.random() * (positions.length - 1)))));
    now.push(await took());
  }
  const of = `of ${positions.length.toLocaleString('en')} events`;
  const figure = (called: string, value: number): Figure => ({
    ...{ name: `${name} ${of} as it was, ${called}`, value, unit: 'ms' },
    baseline: { name: 'as it is now', value: percentile(now, 50) },
  });
  return [
    figure('the first time', first),
    ...[50, 99].map((percent): Figure => ({
      ...figure(`p${percent}`, percentile(past, percent)),
      aim: { of: 'value', at: 'most', is: MOST_MS },
    })),
  ];
}

/** An agent that is deployed and taken back, over and over. */
function agentEvents(agent_id: string): DomainEvent[] {
  const of = { agent_id, tenant_id: TENANT, goal: 'onboarding' };
  const at = new Date().toISOString();
  const definition = { doc_type_map: { passport: 'passport' } };
  const configured = { name: 'Bench', version: '1', definition, allow_cloud: false, deployed: false };
  return Array.from({ length: EVENTS_OF_AGENT }, (_, n): DomainEvent => {
    if (n === 0) return { type: 'AgentCreated', data: { ...of, ...configured, created_at: at } };
    if (n % 2 === 1) return { type: 'AgentDeployed', data: { ...of, deployed_at: at } };
    return { type: 'AgentUndeployed', data: { ...of, undeployed_at: at } };
  });
}

/** Appends the events of a stream, and gives their positions. */
async function append(
  { codec, eventStore }: ScratchService,
  stream: string,
  events: readonly DomainEvent[],
): Promise<Position[]> {
  const common = { ...contextOf(TENANT, stream), mode: 'live' as const, occurred_at: new Date().toISOString() };
  for (let at = 0; at < events.length; at += PER_APPEND) {
    const encoded = await codec.encode(stream, events.slice(at, at + PER_APPEND), common);
    await eventStore.append(stream, encoded, at === 0 ? 'no_stream' : BigInt(at - 1));
  }
  const positions: Position[] = [];
  for await (const { position } of eventStore.readStream(stream)) positions.push(toPosition(position));
  return positions;
}
