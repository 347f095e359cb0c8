import { Body, Controller, Post, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import { FACE_CHECKS, type FaceAnalysis } from '../../commands/faces/faceCommands.js';
import { roundedShare } from '../../domain/faces/index.js';
import type { Call } from '../http/call.js';
import type { ErrorBody } from '../http/textContract.js';
import type {
  FaceExtractBody,
  FaceExtractView,
  FaceMatchBody,
  FaceMatchView,
  FaceQualityView,
} from './faceContract.js';
import { millisecondsSince, pictureIn } from './pictureIn.js';

/** Faces in pictures, compared and looked at. What is sent here is not kept. */
@Route('api/v1/face')
@Tags('Faces')
@Response<ErrorBody>(413, 'A picture is larger than 20 MiB, or the body larger than 64 MiB', {
  detail: 'The field `source.data` holds a file of more than 20 MiB',
})
@Response<ErrorBody>(415, 'The content is of no accepted kind', {
  detail: 'The field `source.data` must hold a picture (JPEG, PNG, WebP, TIFF, BMP or GIF), not a PDF file',
})
@Response<ErrorBody>(422, 'A value is wrong, or a picture does not decode or shows no face', {
  detail: 'The field `source` shows no face',
})
@Response<ErrorBody>(503, 'The engine is not available', {
  detail: 'The document engine cannot take more work now; try again in a moment',
})
export class FacesController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Compares the faces of two pictures, of each the largest one. Nothing of them is kept.
   * @summary Compare two faces
   */
  @Post('match')
  @SuccessResponse(200, 'How alike they are')
  async matchFaces(@Body() body: FaceMatchBody): Promise<FaceMatchView> {
    const started = performance.now();
    const { threshold = 0.75 } = body;
    const tenant_id = this.call.tenantFor(body.tenant_id);
    const source = await pictureIn(body.source, 'source');
    const target = await pictureIn(body.target, 'target');
    const { similarity, ...found } = await this.call.services.commands.faces.match({
      ...{ tenant_id, source, target, threshold },
    });
    return { ...found, similarity: roundedShare(similarity), processing_ms: millisecondsSince(started) };
  }

  /**
   * Looks at the face of a picture, the largest where there are several: how fit it is to be compared, what it looks like, and whether it
   * seems alive. Nothing of it is compared or kept. A picture without a face is an answer like any other.
   * @summary Analyse a face
   */
  @Post('extract')
  @SuccessResponse(200, 'What is seen')
  async extractFace(@Body() body: FaceExtractBody): Promise<FaceExtractView> {
    const started = performance.now();
    const tenant_id = this.call.tenantFor(body.tenant_id);
    const picture = await pictureIn(body.image, 'image');
    const { checks = FACE_CHECKS } = body;
    const analysis = await this.call.services.commands.faces.analyse(tenant_id, picture, checks);
    return { ...extractView(analysis), processing_ms: millisecondsSince(started) };
  }
}

const extractView = ({
  face_count,
  quality,
  liveness,
  attributes,
}: FaceAnalysis): Omit<FaceExtractView, 'processing_ms'> => ({
  ...{ face_detected: face_count > 0, face_count, liveness, attributes },
  quality: quality?.score ?? null,
  quality_details: quality && qualityView(quality),
});

const qualityView = ({ parts, width, advice }: NonNullable<FaceAnalysis['quality']>): FaceQualityView => ({
  ...parts,
  ...{ face_width: width, advice },
});
