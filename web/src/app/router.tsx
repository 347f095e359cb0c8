import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { readCaseFileSearch } from '../case/caseFileSearch.js';
import { readOverviewSearch } from '../overview/overviewSearch.js';
import { readAuditSearch } from '../audit/auditSearch.js';
import { readBuilderSearch } from '../builder/builderSearch.js';
import { readGovernanceSearch } from '../governance/governanceSearch.js';
import { readDiscoverSearch } from '../discover/discoverSearch.js';
import { readTypeSearch } from '../types/typeSearch.js';
import { QueuePage } from '../queue/QueuePage.js';
import { readQueueSearch } from '../queue/queueSearch.js';
import { ReviewPage } from '../review/ReviewPage.js';
import { readReviewSearch } from '../review/reviewSearch.js';
import { Shell } from './Shell.js';

const root = createRootRoute({ component: Shell });

/** The queue of cases that wait for a decision. */
const queueRoute = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: readQueueSearch,
  component: QueuePage,
});

/** One case, to be decided. */
const reviewRoute = createRoute({
  getParentRoute: () => root,
  path: '/cases/$session_id',
  validateSearch: readReviewSearch,
  component: ReviewPage,
});

/** All there is of one case. */
const caseFileRoute = createRoute({
  getParentRoute: () => root,
  path: '/cases/$session_id/file',
  validateSearch: readCaseFileSearch,
  component: lazyRouteComponent(async () => ({ default: (await import('../case/CaseFilePage.js')).CaseFilePage })),
});

/** What is searched, and what was found. */
const discoverRoute = createRoute({
  getParentRoute: () => root,
  path: '/discover',
  validateSearch: readDiscoverSearch,
  component: lazyRouteComponent(async () => ({
    default: (await import('../discover/DiscoverPage.js')).DiscoverPage,
  })),
});

/** How cases turn out. */
const overviewRoute = createRoute({
  getParentRoute: () => root,
  path: '/overview',
  validateSearch: readOverviewSearch,
  component: lazyRouteComponent(async () => ({ default: (await import('../overview/OverviewPage.js')).OverviewPage })),
});

/** Who did what. */
const auditRoute = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(async () => ({ default: (await import('../audit/AuditPage.js')).AuditPage })),
});

/** The agents there are. */
const agentsRoute = createRoute({
  getParentRoute: () => root,
  path: '/agents',
  component: lazyRouteComponent(async () => ({ default: (await import('../agents/AgentsPage.js')).AgentsPage })),
});

/** One agent: what it demands, its versions, what a change would do. */
const agentRoute = createRoute({
  getParentRoute: () => root,
  path: '/agents/$agent_id',
  component: lazyRouteComponent(async () => ({ default: (await import('../agents/AgentPage.js')).AgentPage })),
});

/** The document types there are. */
const typesRoute = createRoute({
  getParentRoute: () => root,
  path: '/types',
  component: lazyRouteComponent(async () => ({ default: (await import('../types/TypesPage.js')).TypesPage })),
});

/** One document type: what is read of it, its versions, its examples, what a change would do. */
const typeRoute = createRoute({
  getParentRoute: () => root,
  path: '/types/$context_id',
  validateSearch: readTypeSearch,
  component: lazyRouteComponent(async () => ({ default: (await import('../types/TypePage.js')).TypePage })),
});

/** An agent that is made in a conversation. */
const builderRoute = createRoute({
  getParentRoute: () => root,
  path: '/builder',
  validateSearch: readBuilderSearch,
  component: lazyRouteComponent(async () => ({ default: (await import('../builder/BuilderPage.js')).BuilderPage })),
});

/** Faces: compared, found, registered. */
const facesRoute = createRoute({
  getParentRoute: () => root,
  path: '/faces',
  component: lazyRouteComponent(async () => ({ default: (await import('../faces/FacesPage.js')).FacesPage })),
});

/** What the rules of today make of the documents of yesterday. */
const governanceRoute = createRoute({
  getParentRoute: () => root,
  path: '/governance',
  validateSearch: readGovernanceSearch,
  component: lazyRouteComponent(async () => ({
    default: (await import('../governance/GovernancePage.js')).GovernancePage,
  })),
});

/** How the service fares, and what it waits for. */
const operationsRoute = createRoute({
  getParentRoute: () => root,
  path: '/operations',
  component: lazyRouteComponent(async () => ({
    default: (await import('../operations/OperationsPage.js')).OperationsPage,
  })),
});

/** Which screen an address shows; each state of a screen is an address that can be sent. */
export const router = createRouter({
  routeTree: root.addChildren([
    ...([queueRoute, reviewRoute, caseFileRoute, discoverRoute, overviewRoute, auditRoute] as const),
    ...([agentsRoute, agentRoute, typesRoute, typeRoute, builderRoute] as const),
    ...([facesRoute, governanceRoute, operationsRoute] as const),
  ]),
  basepath: '/console',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
