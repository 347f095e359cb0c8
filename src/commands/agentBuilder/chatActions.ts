import { type BuilderReplies, type BuilderSession, type ChatIntent } from '../../domain/agentBuilder/index.js';
import { numbered } from '../../domain/core/snakeCase.js';
import { withSuggestedRules } from '../../domain/documentTypes/index.js';
import { generateType } from '../../engines/documents/propose/generateType.js';
import type { KnownDocumentType } from '../documentTypes/documentTypeCatalog.js';
import type { BuilderAction } from './agentBuilderCommands.js';

/** An action that a message stands for, and what is said once it is done. */
export interface ChatAction {
  action: Exclude<BuilderAction, { action: 'unknown' }>;
  says(session: BuilderSession): string;
}

/** How many names are tried for a type that a message describes. */
const NAMES_TRIED = 20;

/** The action that an intent stands for; several where one of them is to be done, the first that is not taken already. */
export function actionsFor(
  intent: ChatIntent,
  types: readonly KnownDocumentType[],
  words: BuilderReplies,
): ChatAction[] {
  const nameOf = (id: string): string => types.find(({ context_id }) => context_id === id)?.display_name ?? id;
  const one = (action: ChatAction['action'], says: ChatAction['says']): ChatAction[] => [{ action, says }];
  switch (intent.intent) {
    case 'set_name':
      return one({ action: 'set_name', name: intent.name }, () => words.named(intent.name));
    case 'set_goal':
      return one({ action: 'set_goal', goal: intent.goal }, () => words.goal(intent.goal));
    case 'add_document_type':
      return one({ action: intent.intent, context_id: intent.context_id }, () =>
        words.added(nameOf(intent.context_id)),
      );
    case 'remove_document_type':
      return one({ action: intent.intent, context_id: intent.context_id }, () =>
        words.removed(nameOf(intent.context_id)),
      );
    case 'create_document_type':
      return typesToMake(intent.description, types, words);
    case 'set_pipeline':
      return one({ action: 'set_pipeline', pipeline: intent.pipeline }, () =>
        words.pipeline(intent.pipeline.join(', ')),
      );
    case 'set_cross_match': {
      const { intent: action, ...given } = intent;
      const compared = given.match_fields ? words.compared(given.match_fields.join(', ')) : words.comparedByItself;
      return one({ action, ...given }, () => (given.enabled === false ? words.notCompared : compared));
    }
    case 'set_option': {
      const { intelligence_level, allow_cloud } = intent;
      const said = [
        ...(intelligence_level === undefined ? [] : [words.level(intelligence_level)]),
        ...(allow_cloud === undefined ? [] : [words.cloud(allow_cloud)]),
      ].join(' ');
      return one({ action: 'set_option', intelligence_level, allow_cloud }, () => said);
    }
    case 'next':
    case 'back':
      return one({ action: intent.intent }, ({ step }) => words.atStep(step));
    case 'cancel':
      return one({ action: 'cancel' }, () => words.cancelled);
    case 'build':
      return one({ action: 'build', deploy: intent.deploy }, () => words.built(intent.deploy));
    default:
      return [];
  }
}

/** A type as `POST /v1/document-types/generate` would propose it, under names that are tried one after the other. */
function typesToMake(description: string, types: readonly KnownDocumentType[], words: BuilderReplies): ChatAction[] {
  const { context_id, ...made } = generateType(description, types);
  const validation_rules = withSuggestedRules(made.output_schema, made.validation_rules);
  const fields = Object.keys(made.output_schema).join(', ');
  return Array.from({ length: NAMES_TRIED }, (_, index) => {
    const name = numbered(context_id, index + 1);
    const document_type = { ...made, validation_rules, context_id: name };
    return { action: { action: 'create_document_type', document_type }, says: () => words.created(name, fields) };
  });
}
