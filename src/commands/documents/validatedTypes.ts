import { type AgentDefinition, pipelineFor } from '../../domain/agents/index.js';

/** The types whose documents an agent validates: by the steps that it gives them, else by their own; one of unknown steps is validated. */
export const validatedTypes = <Type extends { context_id: string; pipeline_steps?: readonly string[] }>(
  types: readonly Type[],
  agent: Pick<AgentDefinition, 'pipeline_per_type'>,
): Type[] =>
  types.filter(
    ({ context_id, pipeline_steps }) =>
      (pipelineFor(agent, context_id) ?? pipeline_steps)?.includes('validate') ?? true,
  );
