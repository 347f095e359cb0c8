import { executionView, listedExecutionView } from '../../projections/executions/executionView.js';
import type { ExecutionView, ListedExecutionView } from './executionContract.js';

/**
 * What engines put out goes through the service as it is, so that nothing gets lost of what a later engine adds: no compiler sees its
 * shape on the way. That it is as the description says is held by the types of the engines and by every acceptance test.
 */
type Opaque<View> = Omit<View, 'steps' | 'result' | 'phases'>;

/** An execution as the API shows it. */
export const describedExecution = (unmasked: Parameters<typeof executionView>[0]): ExecutionView =>
  executionView(unmasked) satisfies Opaque<ExecutionView> as object as ExecutionView;

/** An execution as it is listed. */
export const describedListedExecution = (unmasked: Parameters<typeof listedExecutionView>[0]): ListedExecutionView =>
  listedExecutionView(unmasked) satisfies Opaque<ListedExecutionView> as object as ListedExecutionView;
