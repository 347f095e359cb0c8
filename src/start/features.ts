import type { ProcessProbes } from '../platform/health.js';
import type { Follower } from '../projections/core/projection.js';
import type { Sink } from '../projections/core/sink.js';
import type { Route, RouteAgain, Routes } from '../workers/core/relay.js';
import { routesOf, type Work } from '../workers/core/work.js';
import type { Feature, OwnRelay, SinkParts, WatchParts } from './feature.js';
import { agentBuilder } from './features/agentBuilder.js';
import { agentDiscovery } from './features/agentDiscovery.js';
import { agents } from './features/agents.js';
import { analytics } from './features/analytics.js';
import { apiKeys } from './features/apiKeys.js';
import { audit } from './features/audit.js';
import { blocklist } from './features/blocklist.js';
import { capture } from './features/capture.js';
import { cases } from './features/cases.js';
import { documentTypes } from './features/documentTypes.js';
import { executions } from './features/executions.js';
import { faceMonitoring } from './features/faceMonitoring.js';
import { faces } from './features/faces.js';
import { governance } from './features/governance.js';
import { operations } from './features/operations.js';
import { proofs } from './features/proofs.js';
import { savedSearches } from './features/savedSearches.js';
import { search } from './features/search.js';
import { simulations } from './features/simulations.js';
import { typeExamples } from './features/typeExamples.js';
import { webhookEndpoints } from './features/webhookEndpoints.js';
import { webhooks } from './features/webhooks.js';
import { allProjections } from './stored.js';

export { allProjections, eventDefinitions } from './stored.js';

/** Everything that the service can do. A new feature is a line here, and what it stores in `stored.ts`; all else that it brings follows. */
export const features = [
  apiKeys,
  documentTypes,
  typeExamples,
  executions,
  cases,
  capture,
  search,
  savedSearches,
  simulations,
  governance,
  blocklist,
  webhooks,
  webhookEndpoints,
  faces,
  faceMonitoring,
  operations,
  agents,
  agentBuilder,
  agentDiscovery,
  proofs,
  analytics,
  audit,
] as const;

const all: readonly Feature[] = features;

/** What of the service is kept elsewhere than in tables. */
export const sinksOf = (parts: SinkParts): readonly Sink[] => all.flatMap(({ sinks }) => sinks?.(parts) ?? []);

/** Every read model, for whoever asks how far they are: those in tables, and these. */
export const followersWith = (sinks: readonly Sink[]): readonly Follower[] => [...allProjections, ...sinks];

/** Lets a process tell how each feature does. */
export const watchFeatures = (parts: WatchParts, probes: ProcessProbes): void =>
  all.forEach(({ watch }) => watch?.(parts, probes));

/** All work that comes over the bus. */
export const allWork: readonly Work[] = all.flatMap(({ work = [] }) => work);

/** Relays of features, beside the one of all work. */
export const ownRelays: readonly OwnRelay[] = all.flatMap(({ ownRelay }) => ownRelay ?? []);

/** What becomes work, by event type. */
export const routes: Routes = new Map<string, Route | RouteAgain>([
  ...routesOf(allWork),
  ...all.flatMap(({ handsOutAgain = {} }) => Object.entries(handsOutAgain)),
]);
