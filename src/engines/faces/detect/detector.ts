import type { InferenceSession } from 'onnxruntime-node';
import type { Raster } from '../../documents/reading/page.js';
import { sharpOf, toRaster } from '../../documents/reading/raster.js';
import { inputOf, type Chip } from '../align/chip.js';
import type { Point } from '../align/similarityTransform.js';
import type { FaceManifest } from '../models/faceManifest.js';
import {
  type Candidate,
  type DecodeDetections,
  type FivePoints,
  type Rectangle,
  surest,
  withoutOverlaps,
} from './candidate.js';
import { decodeScrfd } from './decodeScrfd.js';
import { decodeUltraface } from './decodeUltraface.js';
import { decodeYunet } from './decodeYunet.js';

/** Sees where faces are. */
export interface Detector {
  /**
   * Looks at a part of a picture, which may reach beyond it.
   * @param region in pixels of the picture; all of it when absent
   * @returns in pixels of the picture, the highest score first
   */
  detect(raster: Raster, region?: Rectangle): Promise<Candidate[]>;
}

const DECODERS: Record<FaceManifest['detector']['kind'], DecodeDetections> = {
  ultraface: decodeUltraface,
  scrfd: decodeScrfd,
  yunet: decodeYunet,
};

/** Most places of one look that are held against each other: a crowd of a hundred has some ten for each face. */
const MOST_CANDIDATES = 1_000;

/** A detector on a network. */
export function createDetector(session: InferenceSession, spec: FaceManifest['detector']): Detector {
  const decode = DECODERS[spec.kind];
  const input = session.inputNames[0]!;
  return {
    async detect(raster, region = [0, 0, raster.width, raster.height]) {
      const shown = await showRegion(raster, region, spec);
      const said = await session.run({ [input]: inputOf(shown.chip, spec) });
      const outputs = session.outputNames.map((name) => {
        const { dims, data } = said[name]!;
        return { name, dims, data: data as Float32Array };
      });
      const sure = decode(outputs, spec).filter(({ score }) => score >= spec.threshold);
      const inPicture = surest(sure, MOST_CANDIDATES).map((candidate) => placedBack(candidate, region, shown.scale));
      return withoutOverlaps(inPicture, spec.overlap);
    },
  };
}

/** A region as large as the input has room for it, in its top left corner; what is left of the input stays empty. */
async function showRegion(
  raster: Raster,
  [left, top, right, bottom]: Rectangle,
  { width, height }: { width: number; height: number },
): Promise<{ chip: Chip; scale: number }> {
  const scale = Math.min(width / (right - left), height / (bottom - top));
  const seen: Rectangle = [
    Math.max(0, left),
    Math.max(0, top),
    Math.min(raster.width, right),
    Math.min(raster.height, bottom),
  ];
  const [x, y] = [Math.floor(seen[0]), Math.floor(seen[1])];
  const part = sharpOf(raster)
    .extract({
      left: x,
      top: y,
      width: Math.max(1, Math.floor(seen[2]) - x),
      height: Math.max(1, Math.floor(seen[3]) - y),
    })
    .resize(pixels((seen[2] - seen[0]) * scale, width), pixels((seen[3] - seen[1]) * scale, height), {
      fit: 'fill',
      kernel: 'linear',
    });
  const { width: w, height: h, data } = await toRaster(part);
  const planes = new Float32Array(3 * width * height);
  const [ox, oy] = [
    Math.min(width - w, Math.round((seen[0] - left) * scale)),
    Math.min(height - h, Math.round((seen[1] - top) * scale)),
  ];
  for (let plane = 0; plane < 3; plane++) {
    for (let row = 0; row < h; row++) {
      const at = plane * width * height + (row + oy) * width + ox;
      for (let column = 0; column < w; column++) planes[at + column] = data[(row * w + column) * 3 + plane]!;
    }
  }
  return { chip: { width, height, planes }, scale };
}

const pixels = (length: number, most: number): number => Math.min(most, Math.max(1, Math.round(length)));

function placedBack({ score, box, points }: Candidate, [left, top]: Rectangle, scale: number): Candidate {
  const place = ([x, y]: Point): Point => [x / scale + left, y / scale + top];
  const [start, end] = [place([box[0], box[1]]), place([box[2], box[3]])];
  return { score, box: [...start, ...end], ...(points && { points: eachOf(points, place) }) };
}

const eachOf = ([left, right, nose, ...mouth]: FivePoints, place: (point: Point) => Point): FivePoints => [
  place(left),
  place(right),
  place(nose),
  place(mouth[0]),
  place(mouth[1]),
];
