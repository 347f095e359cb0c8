export { webhookEventDefinitions } from './webhookEvents.js';
