export { operationEventDefinitions } from './operationEvents.js';
export { WorkRetried } from './parkedWork.js';
