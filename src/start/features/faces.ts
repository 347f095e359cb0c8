import { createFaceCommands } from '../../commands/faces/faceCommands.js';
import type { Feature } from '../feature.js';

/** Faces: compared and looked at. */
export const faces = {
  queries: () => ({}),
  commands: (parts) => ({ faces: createFaceCommands(parts) }),
} satisfies Feature;
