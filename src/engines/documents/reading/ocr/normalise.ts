import type { ModelManifest } from '../../models/modelManifest.js';

/** The part of a network's manifest that says how pixels become its input. */
export type Normalisation = Pick<ModelManifest['detector'], 'channels' | 'mean' | 'std'>;

/** For each plane of the input: which channel of an RGB pixel it takes and the input value of each of its 256 values. */
export interface Plane {
  channel: number;
  values: Float32Array;
}

/** Precomputed planes, so that filling an input is one look-up per value. */
export function planesOf({ channels, mean, std }: Normalisation): Plane[] {
  return [0, 1, 2].map((index) => ({
    channel: channels === 'rgb' ? index : 2 - index,
    values: Float32Array.from({ length: 256 }, (_, value) => (value / 255 - mean[index]!) / std[index]!),
  }));
}
