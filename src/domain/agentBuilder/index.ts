export {
  assertTakes,
  builder,
  type BuilderCommand,
  builderEventDefinitions,
  type BuilderSession,
  builderStream,
  endsAt,
  takenNow,
} from './builder.js';
export {
  allowedActions,
  BUILDER_ACTIONS,
  type BuilderActionName,
  type BuilderMode,
  type BuilderStep,
  type DraftChange,
  missingAt,
  directionTo,
} from './builderDraft.js';
export { foldedWords } from './chat/clauses.js';
export { type ChatIntent, interpret, type Nameable } from './chat/interpret.js';
export { nameableTypes } from './chat/nameables.js';
export { BUILDER_REPLIES, type BuilderReplies } from './chat/replies.js';
