import type { BuilderAction } from '../../commands/agentBuilder/agentBuilderCommands.js';
import { BUILDER_ACTIONS, type BuilderActionName } from '../../domain/agentBuilder/index.js';
import { configOf } from '../documentTypes/documentTypesController.js';
import { ApiError } from '../http/responses/apiError.js';
import type { BuilderActionBody, BuilderParams } from './agentBuilderContract.js';

/** What a request asks of a session. An action that there is not is refused by the session, which knows those that it takes. @throws ApiError 422 for params that are missing */
export function builderActionOf({ action, params = {} }: BuilderActionBody): BuilderAction {
  const name = BUILDER_ACTIONS.find((one) => one === action);
  return name ? READ[name](params) : { action: 'unknown', asked: action };
}

const READ: Readonly<Record<BuilderActionName, (params: BuilderParams) => BuilderAction>> = {
  set_goal: (params) => ({ action: 'set_goal', goal: needed(params, 'goal') }),
  set_name: (params) => ({ action: 'set_name', name: needed(params, 'name') }),
  add_document_type: (params) => ({ action: 'add_document_type', context_id: needed(params, 'context_id') }),
  remove_document_type: (params) => ({ action: 'remove_document_type', context_id: needed(params, 'context_id') }),
  create_document_type: (params) => ({
    action: 'create_document_type',
    document_type: {
      ...configOf(params),
      context_id: needed(params, 'context_id'),
      display_name: needed(params, 'display_name'),
      output_schema: needed(params, 'output_schema'),
    },
  }),
  set_pipeline: (params) => ({ action: 'set_pipeline', pipeline: needed(params, 'pipeline') }),
  set_cross_match: (params) => {
    const { enabled, match_fields, min_doc_types } = anyOf(params, ['enabled', 'match_fields', 'min_doc_types']);
    return { action: 'set_cross_match', enabled, match_fields, min_doc_types };
  },
  set_option: (params) => {
    const { intelligence_level, allow_cloud } = anyOf(params, ['intelligence_level', 'allow_cloud']);
    return { action: 'set_option', intelligence_level, allow_cloud };
  },
  back: () => ({ action: 'back' }),
  next: () => ({ action: 'next' }),
  cancel: () => ({ action: 'cancel' }),
  build: ({ deploy = false }) => ({ action: 'build', deploy }),
};

function needed<Name extends keyof BuilderParams>(params: BuilderParams, name: Name): NonNullable<BuilderParams[Name]> {
  const value = params[name];
  if (value === undefined) throw new ApiError(422, `The field \`params.${name}\` is required for this action`);
  return value;
}

function anyOf(params: BuilderParams, names: readonly (keyof BuilderParams)[]): BuilderParams {
  if (names.some((name) => params[name] !== undefined)) return params;
  const named = names.map((name) => `\`params.${name}\``).join(', ');
  throw new ApiError(422, `This action needs one of the fields ${named}`);
}
