import type { FivePoints } from '../detect/candidate.js';
import type { EmbeddingSpec } from '../models/faceManifest.js';
import type { Point } from './similarityTransform.js';

/** Where the five points lie in a face that is aligned, in fractions of its side. */
const TEMPLATES: { readonly [template in EmbeddingSpec['template']]: FivePoints } = {
  /** That of InsightFace for 112 pixels: `arcface_dst` in its `face_align.py`. */
  arcface: [
    [38.2946 / 112, 51.6963 / 112],
    [73.5318 / 112, 51.5014 / 112],
    [56.0252 / 112, 71.7366 / 112],
    [41.5493 / 112, 92.3655 / 112],
    [70.7299 / 112, 92.2041 / 112],
  ],
  /**
   * The means of the points of dlib's mean face that the five are the means of: `mean_face_shape_x` and `mean_face_shape_y` of `get_face_chip_details` in its
   * `image_transforms/interpolation.h`. What its face network learned from has a quarter of the face put around that.
   */
  dlib: [
    padded([0.225492, 0.21599]),
    padded([0.754761, 0.21599]),
    padded([0.490127, 0.515625]),
    padded([0.272264, 0.782513]),
    padded([0.707989, 0.782513]),
  ],
};

/** A place in a face, by a side of what is cut out with a quarter of the face around it. */
function padded([x, y]: Point): Point {
  return [(x + 0.25) / 1.5, (y + 0.25) / 1.5];
}

/** Where the five points lie in a face that is aligned. @param side in pixels */
export function templateOf(template: EmbeddingSpec['template'], side: number): Point[] {
  return TEMPLATES[template].map(([x, y]): Point => [x * side, y * side]);
}
