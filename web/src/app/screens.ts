import { words } from '../words/words.js';

/** The screens that are reached from everywhere, in the order in which they are offered. */
export const SCREENS = [
  { to: '/', name: words.queue.title },
  { to: '/discover', name: words.discover.title },
  { to: '/overview', name: words.overview.title },
  { to: '/agents', name: words.agents.title },
  { to: '/types', name: words.types.title },
  { to: '/faces', name: words.faces.title },
  { to: '/governance', name: words.governance.title },
  { to: '/operations', name: words.operations.title },
  { to: '/audit', name: words.audit.title },
] as const;
