export { differencesFrom, type ExampleDifference, type ExampleOutcome, maskOutcome } from './exampleOutcome.js';
export {
  applyToTypeExample,
  typeExample,
  type TypeExample,
  type TypeExampleEvent,
  typeExampleEventDefinitions,
  typeExampleStream,
} from './typeExample.js';
