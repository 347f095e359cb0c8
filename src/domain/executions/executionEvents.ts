import { AgentRunStarted } from './agentRun.js';
import { ExecutionCompleted, ExecutionErased, ExecutionFailed, PipelineRunStarted, StepFinished } from './execution.js';

/** Every event type of executions. */
export const executionEventDefinitions = [
  PipelineRunStarted,
  AgentRunStarted,
  StepFinished,
  ExecutionCompleted,
  ExecutionFailed,
  ExecutionErased,
] as const;
