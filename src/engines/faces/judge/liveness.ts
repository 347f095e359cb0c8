import type { InferenceSession } from 'onnxruntime-node';
import type { Raster } from '../../documents/reading/page.js';
import { greyOf, inputOf } from '../align/chip.js';
import type { Rectangle } from '../detect/candidate.js';
import type { FaceLiveness } from '../faceEngine.js';
import type { FaceManifest } from '../models/faceManifest.js';
import { ramp } from './faceQuality.js';
import { headChip, softmax } from './pose.js';
import { gridStrength } from './gridStrength.js';

/** Says whether a face seems to be a living one. */
export type LivenessJudge = (raster: Raster, box: Rectangle) => Promise<FaceLiveness>;

/** An anti-spoofing network of the user. */
export interface AntispoofingNetwork {
  session: InferenceSession;
  spec: FaceManifest['antispoofing'][number];
}

/** Scores from here on are alive. */
const LIVE = 0.5;

/** Pixels of the square that is looked at for the grid of a screen or of print; the face fills it. */
const SIDE = 128;

/** How much a peak stands out where there is no grid (of six photos at most 4.9), and where there surely is one. */
const GRID: readonly [number, number] = [5, 8];

/** Saturation (standard deviation of colour differences) of print without colour, and of skin. */
const COLOUR: readonly [number, number] = [6, 1];

/**
 * An honest baseline, and no control of security: it looks for the grid of a screen or of print in the face, and for colours that are gone. A sharp
 * print or a good screen shows neither. Where the set has networks against spoofing they decide, and the signals are told beside them. A mask
 * is never claimed: nothing here can tell one.
 */
export function createLivenessJudge(networks: readonly AntispoofingNetwork[]): LivenessJudge {
  return async (raster, box) => {
    const chip = headChip(raster, box, { crop: 1, side: SIDE });
    const grid = ramp(gridStrength(greyOf(chip), SIDE), GRID);
    const colourless = ramp(colourOf(chip.planes), COLOUR);
    const alive: number[] = [];
    for (const network of networks) alive.push(await askNetwork(network, raster, box));
    const byNetworks = alive.length > 0 ? alive.reduce((sum, one) => sum + one, 0) / alive.length : undefined;
    const score = round(byNetworks ?? 1 - Math.max(grid, colourless / 2));
    const is_live = score >= LIVE;
    return {
      ...{ is_live, score },
      spoof_type: is_live ? null : grid >= LIVE ? 'screen' : 'print',
      signals: {
        ...{ grid: round(grid), colourless: round(colourless) },
        ...(byNetworks !== undefined && { networks: round(1 - byNetworks) }),
      },
    };
  };
}

async function askNetwork({ session, spec }: AntispoofingNetwork, raster: Raster, box: Rectangle): Promise<number> {
  const said = await session.run({ [session.inputNames[0]!]: inputOf(headChip(raster, box, spec), spec) });
  return softmax(said[session.outputNames[0]!]!.data as Float32Array)[spec.live_class] ?? 0;
}

/** How far the channels of pixels are from each other, as a standard deviation. */
function colourOf(planes: Float32Array): number {
  const size = planes.length / 3;
  let [sum, squares] = [0, 0];
  for (let at = 0; at < size; at++) {
    const difference = planes[at]! - planes[2 * size + at]!;
    sum += difference;
    squares += difference * difference;
  }
  return Math.sqrt(Math.max(0, squares / size - (sum / size) ** 2));
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
