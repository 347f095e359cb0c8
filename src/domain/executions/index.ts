export { isAgentExecution } from './agentRunDocuments.js';
export { execution, type ExecutionOutcome, executionStream } from './execution.js';
export { executionEventDefinitions, type ExecutionEvent, type ExecutionResult } from './executionEvents.js';
