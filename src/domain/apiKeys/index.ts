export { type ApiKeyEvent, ApiKeyIssued, ApiKeyRevoked, type Scope, SCOPES } from './apiKey.js';
