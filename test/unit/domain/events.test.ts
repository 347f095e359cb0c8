import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { agent } from '../../../src/domain/agents/agent.js';
import { agentGoal } from '../../../src/domain/agents/agentGoal.js';
import { apiKey } from '../../../src/domain/apiKeys/apiKey.js';
import { personalRead, readRecording } from '../../../src/domain/audit/index.js';
import { apiKeyHandle } from '../../../src/domain/apiKeys/apiKeyHandle.js';
import { blocklistEntry } from '../../../src/domain/blocklist/index.js';
import { replaysOfCase } from '../../../src/domain/cases/replaysOfCase.js';
import { caseReference } from '../../../src/domain/cases/caseReference.js';
import { nextCase } from '../../../src/domain/cases/nextCase.js';
import { caseRules } from '../../../src/domain/cases/caseRules.js';
import type { Decider } from '../../../src/domain/core/decider.js';
import { documentType } from '../../../src/domain/documentTypes/documentType.js';
import { samplesShown } from '../../../src/domain/documentTypes/index.js';
import type { DomainEvent } from '../../../src/domain/core/event.js';
import { execution } from '../../../src/domain/executions/execution.js';
import { registeredFace, watchlistMonitoring } from '../../../src/domain/faces/index.js';
import { governanceRun, governanceSet } from '../../../src/domain/governance/index.js';
import { agentDiscovery } from '../../../src/domain/agentDiscovery/index.js';
import { builder } from '../../../src/domain/agentBuilder/index.js';
import { captureLink } from '../../../src/domain/capture/index.js';
import { savedSearch, searchAlert } from '../../../src/domain/savedSearches/index.js';
import { typeExample } from '../../../src/domain/typeExamples/index.js';
import { installation } from '../../../src/domain/operations/installation.js';
import { parkedWork } from '../../../src/domain/operations/parkedWork.js';
import { endpointDelivery } from '../../../src/domain/webhookEndpoints/endpointDelivery.js';
import { webhookEndpoints } from '../../../src/domain/webhookEndpoints/webhookEndpoints.js';
import { webhookDelivery } from '../../../src/domain/webhooks/webhookDelivery.js';
import { webhookSecret } from '../../../src/domain/webhooks/webhookSecret.js';
import { createEventCodec } from '../../../src/platform/eventStore/eventCodec.js';
import { toPosition, type EventMetadata, type JsonObject } from '../../../src/platform/eventStore/eventStore.js';
import { allProjections, eventDefinitions } from '../../../src/start/features.js';

/**
 * Events as they were stored when their schema version was current, personal values in the clear. Never change one: add
 * the file of the next version; of what a version can also hold, a file beside it that says what (`CaseCompleted.v1.faces.json`).
 */
interface Example {
  id: string;
  type: string;
  stream: string;
  /** Place in its stream: it follows the examples with lower ones. */
  revision: number;
  recorded_at: string;
  metadata: EventMetadata;
  data: JsonObject;
  /** What its aggregate must have become with it, or more. */
  leads_to: object;
}

const folder = new URL('../../fixtures/events/', import.meta.url);
const files = readdirSync(folder).sort();
const examples = new Map(
  files.map((file) => [file, JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Example]),
);
const currentFile = (definition: { type: string; upcasters: readonly unknown[] }): string =>
  `${definition.type}.v${definition.upcasters.length + 1}.json`;

/** By what streams begin with. */
const deciders = new Map(
  Object.entries({
    agent,
    agentGoal,
    builder,
    agent_discovery: agentDiscovery,
    case: caseRules,
    caseReference,
    nextCase,
    caseReplays: replaysOfCase,
    apiKey,
    apiKeyHandle,
    documentType,
    samplesShown,
    execution,
    webhookDelivery,
    webhookSecret,
    webhookEndpoints,
    endpointDelivery,
    blocklistEntry,
    registeredFace,
    captureLink,
    typeExample,
    savedSearch,
    searchAlert,
    governanceSet,
    governanceRun,
    parkedWork,
    installation,
    readRecording,
    watchlistMonitoring,
    personalRead,
  }) as [string, Decider<unknown, never, DomainEvent>][],
);

const codec = createEventCodec({
  definitions: eventDefinitions,
  subjectKeys: { obtain: none, find: () => Promise.resolve(new Map()) },
  blobs: { put: none, read: none },
});
function none(): Promise<never> {
  return Promise.reject(new Error('Examples are in the clear'));
}
const decode = (some: readonly Example[]) =>
  codec.decodeBatch(
    some.map((one) => ({ ...one, revision: BigInt(one.revision), position: toPosition(one.revision + 1) })),
  );

/** The example, and in front of it the current examples that come before it in its stream. */
function historyOf(example: Example): Example[] {
  const before = eventDefinitions.flatMap((definition) => examples.get(currentFile(definition)) ?? []);
  const earlier = before.filter((one) => one.stream === example.stream && one.revision < example.revision);
  return [...earlier.sort((a, b) => a.revision - b.revision), example];
}

describe('every event type', () => {
  it.each(eventDefinitions.map((definition) => [definition.type, definition] as const))(
    '%s has a stored example of each of its schema versions',
    (type, definition) => {
      const versions = Array.from(
        { length: definition.upcasters.length + 1 },
        (_, index) => `${type}.v${index + 1}.json`,
      );
      expect(files).toEqual(expect.arrayContaining(versions));
    },
  );

  it('is registered once', () => {
    const types = eventDefinitions.map(({ type }) => type);
    expect(new Set(types).size).toBe(types.length);
  });
});

describe('the stored example', () => {
  it.each([...examples])('%s is still understood, and means what it meant', async (file, example) => {
    expect(file.replace(/(?<=\.v\d+)\.[a-z_]+(?=\.json$)/, '')).toBe(
      `${example.type}.v${example.metadata.schema_version}.json`,
    );
    const history = await decode(historyOf(example));
    const decider = deciders.get(example.stream.split('-')[0] ?? '');
    if (!decider) throw new Error(`No decider folds ${example.stream}`);
    const state = history.reduce((before, event) => decider.evolve(before, event), decider.initial);
    expect(state).toMatchObject(example.leads_to);
  });

  it.each([...examples])('%s can be taken by every projection that wants it', async (_file, example) => {
    const history = await decode(historyOf(example));
    for (const projection of allProjections.filter(({ eventTypes }) =>
      eventTypes.some((type) => type === example.type),
    )) {
      const wanted = history.filter((event) => projection.eventTypes.includes(event.type));
      let touched = 0;
      for (const table of projection.tables) {
        const rows = new Map<string, object | undefined>();
        for (const event of wanted)
          for (const key of table.keys(event)) rows.set(key, table.fold(rows.get(key), event));
        for (const row of rows.values()) {
          if (row) expect(Object.keys(row).sort()).toEqual(Object.keys(table.columns).sort());
        }
        touched += rows.size;
      }
      expect(touched).toBeGreaterThan(0);
    }
  });
});
