export { hasExpired, isApiKeyStream, type Scope, SCOPES } from './apiKey.js';
export { apiKeyEventDefinitions } from './apiKeyEvents.js';
