export { installation, INSTALLATION_STREAM } from './installation.js';
export { operationEventDefinitions } from './operationEvents.js';
export { WorkRetried } from './parkedWork.js';
