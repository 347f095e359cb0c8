import type { components } from '../../../src/api/generated/description.js';

/** What the service answers with, by its names in the description of the API. */
export type Schemas = components['schemas'];
