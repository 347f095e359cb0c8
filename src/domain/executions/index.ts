export { isAgentExecution } from './agentRunDocuments.js';
export {
  execution,
  type ExecutionEvent,
  type ExecutionOutcome,
  type ExecutionResult,
  executionStream,
} from './execution.js';
export { executionEventDefinitions } from './executionEvents.js';
