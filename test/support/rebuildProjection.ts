import type { Projection } from '../../src/projections/core/projection.js';
import { rebuild, type RebuildDeps, type RebuildOptions } from '../../src/projections/core/rebuild.js';
import { createTableSink, type TableSinkDeps } from '../../src/projections/core/tableSink.js';

/** Makes the tables of a projection anew. */
export const rebuildProjection = (
  { eventStore, ...parts }: TableSinkDeps & RebuildDeps,
  projection: Projection,
  options?: RebuildOptions,
) => rebuild({ ...parts, eventStore }, createTableSink({ ...parts, eventStore }, projection), options);
