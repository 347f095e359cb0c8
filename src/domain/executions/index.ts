export { AgentRunStarted } from './agentRun.js';
export { isAgentExecution } from './agentRunDocuments.js';
export {
  execution,
  ExecutionCompleted,
  ExecutionErased,
  type ExecutionEvent,
  ExecutionFailed,
  type ExecutionOutcome,
  type ExecutionResult,
  executionStream,
  PipelineRunStarted,
  StepFinished,
} from './execution.js';
