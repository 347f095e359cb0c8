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
  BUILDER_ACTIONS,
  type BuilderActionName,
  type BuilderMode,
  type BuilderStep,
  type DraftChange,
  missingAt,
} from './builderDraft.js';
