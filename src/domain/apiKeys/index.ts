export { type ApiKeyEvent, ApiKeyIssued, ApiKeyRevoked, type Scope, SCOPES } from './apiKey.js';
export { type ApiKeyHandleEvent, ApiKeyHandleReserved } from './apiKeyHandle.js';
