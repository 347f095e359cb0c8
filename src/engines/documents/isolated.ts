/**
 * What keeps an engine process from all that is not its document:
 * `namespaces`: no network, no other process, and a file system that holds its program, the system's libraries and an empty `/tmp`;
 * `user`: another user of the machine; `permissions`: Node's permission model; `process`: nothing but that it is a process of its own.
 */
export type IsolatedBy = 'namespaces' | 'user' | 'permissions' | 'process';

/** What an engine process can get at. */
export interface Reach {
  /** Secrets of the service: variables that it, or whoever started it, was started with, its memory, or its data folder. */
  secrets: boolean;
  network: boolean;
  /** Files of others, to write them. */
  files: boolean;
}

/** How engine processes are isolated, and what they can get at all the same, as the first of them found. */
export interface Isolation {
  by: IsolatedBy;
  reach: Reach;
}
