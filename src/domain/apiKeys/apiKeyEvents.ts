import { ApiKeyIssued, ApiKeyRevoked, ApiKeyRotated } from './apiKey.js';
import { ApiKeyHandleReserved } from './apiKeyHandle.js';

/** Every event type of API keys and of the values they are found by. */
export const apiKeyEventDefinitions = [ApiKeyIssued, ApiKeyRevoked, ApiKeyRotated, ApiKeyHandleReserved] as const;
