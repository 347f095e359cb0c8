/**
 * The queries of every feature. Each feature adds its own where it makes them (`declare module '../core/queries.js'`), so
 * that whoever is given all of them knows their types, and nobody keeps a list.
 */
export interface Queries {}
