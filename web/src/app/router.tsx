import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { readDiscoverSearch } from '../discover/discoverSearch.js';
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

/** What is searched, and what was found. */
const discoverRoute = createRoute({
  getParentRoute: () => root,
  path: '/discover',
  validateSearch: readDiscoverSearch,
  component: lazyRouteComponent(async () => ({
    default: (await import('../discover/DiscoverPage.js')).DiscoverPage,
  })),
});

/** Which screen an address shows; each state of a screen is an address that can be sent. */
export const router = createRouter({
  routeTree: root.addChildren([queueRoute, reviewRoute, discoverRoute]),
  basepath: '/console',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
