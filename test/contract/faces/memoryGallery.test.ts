import { describe } from 'vitest';
import { createMemoryGallery } from '../../../src/commands/faces/memoryGallery.js';
import { faceGalleryContract } from './faceGalleryContract.js';

describe.each([
  ['each of them compared', Infinity, 1],
  ['looked through by their signs first', 0, 0.99],
])('in memory, %s', (_how, many, recall) => {
  faceGalleryContract((sealed) => {
    const [one, other] = [createMemoryGallery(sealed(), { many }), createMemoryGallery(sealed(), { many })];
    return Promise.resolve({ one, other, close: () => Promise.resolve() });
  }, recall);
});
