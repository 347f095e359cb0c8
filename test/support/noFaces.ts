import type { FaceRegisters } from '../../src/commands/faces/searchFaces.js';
import type { FaceEngine } from '../../src/engines/faces/faceEngine.js';

/** An engine for what compares no faces: looking at one is a fault of the test. */
export const NO_FACES: Pick<FaceEngine, 'look' | 'faceModels'> = {
  faceModels: { name: 'none', vectors: 'none', length: 2, calibration: { offset: 0, scale: 1, far: [] } },
  look: () => Promise.reject(new Error('Nobody was to look at a face')),
};

/** Registers for what looks for no faces: looking through one is a fault of the test. */
export const NO_REGISTERS: FaceRegisters = {
  gallery: { nearest: () => Promise.reject(new Error('Nobody was to look through a register')) },
  setOf: () => Promise.reject(new Error('Nobody was to ask how a register is compared')),
  byVectors: () => Promise.reject(new Error('Nobody was to ask whose face it is')),
};
