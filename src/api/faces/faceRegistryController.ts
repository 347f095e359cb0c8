import {
  Body,
  Controller,
  Delete,
  Extension,
  Get,
  Path,
  Post,
  Query,
  Request,
  Response,
  Route,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type express from 'express';
import { SEARCH_THRESHOLD } from '../../commands/faces/searchFaces.js';
import type { Mode } from '../../domain/core/mode.js';
import type { TenantId } from '../../domain/core/text.js';
import {
  assertFaceDatabase,
  type FaceDatabase,
  isWatchlist,
  noSuchFace,
  type RegisteredFace,
  withOwners,
} from '../../domain/faces/index.js';
import { isPlatform } from '../http/access/caller.js';
import type { Call } from '../http/call.js';
import { metadataOf } from '../http/requests/metadata.js';
import { ApiError } from '../http/responses/apiError.js';
import { page, type PageHeaders, readCursor } from '../http/responses/pages.js';
import type { ErrorBody } from '../http/textContract.js';
import type {
  FaceId,
  FaceIndexView,
  FaceRegisterBody,
  FaceRegisterView,
  FaceRegistrationView,
  FaceSearchBody,
  FaceSearchView,
} from './faceRegistryContract.js';
import { foundView } from './foundView.js';
import { millisecondsSince, pictureIn } from './pictureIn.js';

/** Registers of faces, and search in them. Kept of a face are the numbers that it is compared by and its picture, encrypted under a key of its own; neither is ever shown. */
@Route('api/v1/face')
@Tags('Faces')
export class FaceRegistryController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Puts the face of a picture into a register. The picture has to show one face alone, at least 32 pixels across and not blurred. Watchlists are
   * written with a key of the platform.
   * @summary Register a face
   */
  @Post('register')
  @SuccessResponse(200, 'The face is registered')
  @Response<ErrorBody>(400, 'The register is full', {
    detail: 'The database holds 100000 faces, and takes no more; delete some first',
  })
  @Response<ErrorBody>(403, 'The key may not write this register', {
    detail: 'The field `database` names a watchlist, which belongs to the platform; your own is `custom`',
  })
  @Response<ErrorBody>(409, 'The `face_id` is taken, or was', {
    detail: 'A face with this face_id is in the database already',
  })
  @Response<ErrorBody>(413, 'The picture is larger than 20 MiB, or the body larger than 64 MiB', {
    detail: 'The field `image.data` holds a file of more than 20 MiB',
  })
  @Response<ErrorBody>(415, 'The content is of no accepted kind', {
    detail: 'The field `image.data` must hold a picture (JPEG, PNG, WebP, TIFF, BMP or GIF), not a PDF file',
  })
  @Response<ErrorBody>(422, 'A value is wrong, or the picture does not show one face that is fit', {
    detail: 'The field `image` shows 3 faces; register one at a time',
  })
  @Response<ErrorBody>(503, 'The engine is not available', {
    detail: 'The document engine cannot take more work now; try again in a moment',
  })
  async registerFace(@Body() body: FaceRegisterBody): Promise<FaceRegisterView> {
    const { database, face_id, person_id } = body;
    const metadata = metadataOf(body.metadata);
    const context = this.call.contextFor(this.ownerOf(database, body.tenant_id));
    const picture = await pictureIn(body.image, 'image');
    const { faceRegistry } = this.call.services.commands;
    return registerView(
      await this.call.visible(faceRegistry.register(context, { database, face_id, person_id, picture, metadata })),
    );
  }

  /**
   * Looks for the largest face of a picture in registers: each of their faces is compared, in a large register each that may be like it. Nothing
   * of the picture is kept. What is found is a hint for people and no proof: `expected_false_matches` says how many strangers are to be expected among so many faces.
   * @summary Search for a face
   */
  @Post('search')
  @Extension('x-personal-data', true)
  @SuccessResponse(200, 'Who was found')
  @Response<ErrorBody>(413, 'The picture is larger than 20 MiB, or the body larger than 64 MiB', {
    detail: 'The field `probe.data` holds a file of more than 20 MiB',
  })
  @Response<ErrorBody>(415, 'The content is of no accepted kind', {
    detail: 'The field `probe.data` must hold a picture (JPEG, PNG, WebP, TIFF, BMP or GIF), not a PDF file',
  })
  @Response<ErrorBody>(422, 'A value is wrong, or the picture does not decode or shows no face', {
    detail: 'The field `probe` shows no face',
  })
  @Response<ErrorBody>(503, 'The engine is not available', {
    detail: 'The document engine cannot take more work now; try again in a moment',
  })
  async searchFaces(@Body() body: FaceSearchBody): Promise<FaceSearchView> {
    const started = performance.now();
    const { top_k = 5, threshold = SEARCH_THRESHOLD } = body;
    const tenant_id = this.call.tenantFor(body.tenant_id);
    const databases = [...new Set(body.databases)];
    for (const database of databases) this.assertRegister(database, 'databases');
    const probe = await pictureIn(body.probe, 'probe');
    const { found, ...search } = await this.call.services.commands.faceRegistry.search(
      this.call.contextFor(tenant_id),
      {
        ...{ probe, top_k, threshold },
        databases: withOwners(databases, tenant_id),
      },
    );
    await this.call.shown(
      tenant_id,
      found.map(({ face }) => face.face_id ?? ''),
    );
    return {
      results: found.map(foundView),
      ...{ searched_databases: databases, ...search, processing_ms: millisecondsSince(started) },
    };
  }

  /**
   * How full the registers are: the watchlists, and the tenant's own.
   * @summary List the registers of faces
   * @param tenant_id Whose `custom` register is counted; empty or left out: all that the key may see
   */
  @Get('index/details')
  @Extension('x-read-model', 'registered_faces')
  @SuccessResponse(200, 'The registers')
  async listFaceIndexes(@Query() tenant_id?: TenantId): Promise<FaceIndexView[]> {
    const asked = { tenant_id: this.call.tenantFilter(tenant_id), mode: this.mode };
    const { commands, queries } = this.call.services;
    const { databases, reembedding } = commands.faceRegistry;
    const filled = await queries.faces.databases(asked, reembedding.vectors);
    return databases.map(({ database, display_name }) => {
      const facts = filled.find((one) => one.database === database) ?? EMPTY;
      return { ...facts, database, display_name };
    });
  }

  /**
   * The faces that were registered last, newest first: those of the key's tenant. What is in watchlists is listed for keys of the platform.
   * @summary List registered faces
   * @param database Only faces of this register
   * @param limit How many at most
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 200
   * @param tenant_id Whose faces are listed; empty or left out: all that the key may see
   * @param cursor Where the page begins, as `Link` of the page before it says
   */
  @Get('recent/registered')
  @Extension('x-personal-data', true)
  @Extension('x-read-model', 'registered_faces')
  @SuccessResponse<PageHeaders>(200, 'The faces')
  async listRegisteredFaces(
    @Request() request: express.Request,
    @Query() database?: FaceDatabase,
    @Query() limit = 20,
    @Query() tenant_id?: TenantId,
    @Query() cursor?: string,
  ): Promise<FaceRegistrationView[]> {
    const after = readCursor('faces', cursor);
    if (database !== undefined) this.assertRegister(database, 'database');
    const listed = await this.call.services.queries.faces.list({
      ...{ tenant_id: this.call.tenantFilter(tenant_id), mode: this.mode, database, limit: limit + 1 },
      ...(after && { after: { registered_at: after.at, registration_id: after.id } }),
    });
    const shown = page(listed, limit, { list: 'faces', request }, ({ registered_at: at, registration_id: id }) => ({
      at,
      id,
    }));
    await this.call.shownAll(shown.map(({ tenant_id: owner, face_id }) => ({ tenant_id: owner, id: face_id ?? '' })));
    return shown.map(registrationView);
  }

  /**
   * What is known of a face in a register, without what it looks like. Those of watchlists are read with a key of the platform.
   * @summary Read a registered face
   * @param database The register
   * @param face_id The face
   * @param tenant_id Whose `custom` register is meant; the key's own tenant when left out
   */
  @Get('{database}/{face_id}')
  @Extension('x-personal-data', true)
  @Extension('x-tagged', true)
  @Extension('x-read-model', 'registered_faces')
  @SuccessResponse(200, 'The face')
  @Response<ErrorBody>(403, 'The key may not read this register', {
    detail: 'The field `database` names a watchlist, which belongs to the platform; your own is `custom`',
  })
  @Response<ErrorBody>(404, 'There is no such face', { detail: 'There is no face with this id in the database' })
  async getRegisteredFace(
    @Path() database: FaceDatabase,
    @Path() face_id: FaceId,
    @Query() tenant_id?: TenantId,
  ): Promise<FaceRegistrationView> {
    const context = this.call.contextFor(this.ownerOf(database, tenant_id));
    const { commands, queries } = this.call.services;
    const face = await queries.faces.find(await commands.faceRegistry.registrationId(context, { database, face_id }));
    if (!face) throw noSuchFace();
    await this.call.shown(context.tenant_id, [face_id]);
    return registrationView(face);
  }

  /**
   * Takes a face out of a register, with all that was known of it: its numbers, its `metadata` and its `face_id` are gone from the store, and the
   * fact of the deletion stays. Watchlists are written with a key of the platform.
   * @summary Delete a registered face
   * @param database The register
   * @param face_id The face
   * @param tenant_id Whose `custom` register is meant; the key's own tenant when left out
   */
  @Delete('{database}/{face_id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(403, 'The key may not write this register', {
    detail: 'The field `database` names a watchlist, which belongs to the platform; your own is `custom`',
  })
  @Response<ErrorBody>(404, 'There is no such face', { detail: 'There is no face with this id in the database' })
  async deleteRegisteredFace(
    @Path() database: FaceDatabase,
    @Path() face_id: FaceId,
    @Query() tenant_id?: TenantId,
  ): Promise<void> {
    const context = this.call.contextFor(this.ownerOf(database, tenant_id));
    await this.call.visible(this.call.services.commands.faceRegistry.remove(context, { database, face_id }));
  }

  /** A key of before there were modes is a live one. */
  private get mode(): Mode {
    return this.call.caller.mode ?? 'live';
  }

  /** Before a picture is looked at. @throws DomainError `invalid` where there is no such register */
  private assertRegister(database: FaceDatabase, field: string): void {
    assertFaceDatabase(this.call.services.commands.faceRegistry.databases, database, field);
  }

  /** Whose register is meant. @throws ApiError 403 for a watchlist, but for the platform */
  private ownerOf(database: FaceDatabase, tenant_id: string | undefined): string {
    this.assertRegister(database, 'database');
    if (!isWatchlist(database)) return this.call.tenantFor(tenant_id);
    if (isPlatform(this.call.caller)) return '';
    throw new ApiError(
      403,
      'The field `database` names a watchlist, which belongs to the platform; your own is `custom`',
    );
  }
}

const EMPTY = { face_count: 0, waiting: 0, kept_out: 0, last_updated: '' };

const registerView = ({
  face_id,
  database,
  quality,
  registered_at,
}: Pick<RegisteredFace, 'face_id' | 'database' | 'quality' | 'registered_at'>): FaceRegisterView => ({
  ...{ face_id: face_id ?? '', database, quality, registered_at },
});

const registrationView = (face: RegisteredFace): FaceRegistrationView => ({
  ...{ ...registerView(face), registration_id: face.registration_id },
  person_id: face.person_id ?? null,
  metadata: face.metadata ?? {},
  kept_out: face.kept_out ?? null,
});
