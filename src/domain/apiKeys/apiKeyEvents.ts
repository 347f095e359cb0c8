import { ApiKeyIssued, ApiKeyRevoked } from './apiKey.js';
import { ApiKeyHandleReserved } from './apiKeyHandle.js';

/** Every event type of API keys and of the values they are found by. */
export const apiKeyEventDefinitions = [ApiKeyIssued, ApiKeyRevoked, ApiKeyHandleReserved] as const;
