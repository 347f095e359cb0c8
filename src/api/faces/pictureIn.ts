import type { FacePicture } from '../../commands/faces/lookAtFace.js';
import { decodePicture } from '../http/requests/decodeDocument.js';
import type { FaceImage } from './faceContract.js';

/** The picture of a field. @throws ApiError 413, 415, 422 */
export async function pictureIn({ data }: FaceImage, field: string): Promise<FacePicture> {
  return { bytes: await decodePicture(data, `${field}.data`), field };
}

/** What has passed since, for an answer. @param started by `performance.now()` */
export const millisecondsSince = (started: number): number => Math.round((performance.now() - started) * 10) / 10;
