import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { QueuePage } from '../queue/QueuePage.js';
import { readQueueSearch } from '../queue/queueSearch.js';
import { ReviewPage } from '../review/ReviewPage.js';
import { readReviewSearch } from '../review/reviewSearch.js';
import { Shell } from './Shell.js';

const root = createRootRoute({ component: Shell });

/** The queue of cases that wait for a decision. */
export const queueRoute = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: readQueueSearch,
  component: QueuePage,
});

/** One case, to be decided. */
export const reviewRoute = createRoute({
  getParentRoute: () => root,
  path: '/cases/$session_id',
  validateSearch: readReviewSearch,
  component: ReviewPage,
});

/** Which screen an address shows; each state of a screen is an address that can be sent. */
export const router = createRouter({ routeTree: root.addChildren([queueRoute, reviewRoute]), basepath: '/console' });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
