import { describe } from 'vitest';
import { createMemoryGallery } from '../../../src/commands/faces/memoryGallery.js';
import { faceGalleryContract } from './faceGalleryContract.js';

describe('in memory', () => {
  faceGalleryContract((sealed) => {
    const [one, other] = [createMemoryGallery(sealed()), createMemoryGallery(sealed())];
    return Promise.resolve({ one, other, close: () => Promise.resolve() });
  }, 1);
});
