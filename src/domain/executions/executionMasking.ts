import type { Execution } from './execution.js';
import { maskFields } from '../documents/index.js';

/**
 * An execution as it may leave the service: masked are the fields that the run's types had masked, and `alsoMask`, for
 * rules that have become stricter since.
 */
export function maskExecution<Shown extends Pick<Execution, 'result' | 'steps' | 'error' | 'masked_fields'>>(
  execution: Shown,
  alsoMask: readonly string[] = [],
): Shown {
  const { result, steps, error } = execution;
  return { ...execution, ...maskFields({ result, steps, error }, [...execution.masked_fields, ...alsoMask]) };
}
