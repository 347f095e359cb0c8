import { Body, Controller, Delete, Extension, Get, Path, Post, Query, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime'; // prettier-ignore
import { noneWithThisId } from '../../domain/core/decider.js';
import type { TenantId, Uuid } from '../../domain/core/text.js';
import { noDocumentType } from '../../domain/documentTypes/index.js';
import type { Call } from '../http/call.js';
import { decodeDocument } from '../http/requests/decodeDocument.js';
import type { ErrorBody } from '../http/textContract.js';
import type { ContextId } from '../documentTypes/documentTypeContract.js';
import { configOf } from '../documentTypes/documentTypesController.js';
import type { ExamplesCheckedView } from './exampleOutcomeContract.js';
import type { CheckTypeExamplesBody, KeepTypeExampleBody, TypeExampleView } from './typeExampleContract.js';
import { examplesCheckedView, typeExampleView } from './typeExampleViews.js';

/** More than a type has: those who keep some at the same moment may pass the bound by as many as they are. */
const MOST_LISTED = 200;

const NO_TYPE = { detail: 'There is no document type receipt' };

/** Documents that are kept with a type, with what it has to read from them: each change of the type says which it breaks. */
@Route('v1/document-types/{context_id}/examples')
@Tags('Document types')
export class TypeExamplesController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Keeps a document with the tenant's own type, else with the global one, and what has to be read from it. The document is kept encrypted, and what is expected sealed,
   * until the example is deleted. A type has 20 examples of a tenant at most.
   * @summary Keep an example of a document type
   * @param context_id The document type
   */
  @Post()
  @SuccessResponse(201, 'The example')
  @Response<ErrorBody>(400, 'There are too many, the type is made of others, or nothing can be read', {
    detail: 'The document type has 20 examples, and takes no more; delete some first',
  })
  @Response<ErrorBody>(404, 'There is no such document type', NO_TYPE)
  @Response<ErrorBody>(413, 'The document is larger than 20 MiB, or the body than 64 MiB', {
    detail: 'The field `document.data` holds a file of more than 20 MiB',
  })
  @Response<ErrorBody>(415, 'The content is of no accepted kind', {
    detail:
      'The field `document.data` must hold a JPEG, PNG, WebP, TIFF, BMP, GIF or PDF file; its content is none of these',
  })
  @Response<ErrorBody>(422, 'A value is not acceptable, or names a field that the type does not have', {
    detail: 'expected names "totl", which output_schema does not have',
  })
  @Response<ErrorBody>(503, 'The engine is not available', {
    detail: 'The document engine cannot take more work now; try again in a moment',
  })
  async keepTypeExample(@Path() context_id: ContextId, @Body() body: KeepTypeExampleBody): Promise<TypeExampleView> {
    const { bytes } = await decodeDocument(body.document.data, 'document.data');
    const { name = null, expected } = body;
    const context = this.call.contextFor(this.call.tenantFor(body.tenant_id));
    const { typeExamples } = this.call.services.commands;
    const kept = typeExamples.keep(context, { context_id, name, bytes, expected }, this.call.madeId);
    const example = await this.call.visible(kept);
    return typeExampleView(example, await this.call.services.queries.documentTypes.resolve(example));
  }

  /**
   * Lists a tenant's examples of a type, the oldest first; also where the type is gone.
   * @summary List the examples of a document type
   * @param context_id The document type
   * @param tenant_id Tenant whose examples are listed; the key's own when left out
   */
  @Get()
  @Extension('x-read-model', 'type_examples')
  @Response<ErrorBody>(404, 'There is no such document type, nor an example of one that was', NO_TYPE)
  async listTypeExamples(@Path() context_id: ContextId, @Query() tenant_id?: TenantId): Promise<TypeExampleView[]> {
    const { typeExamples, documentTypes } = this.call.services.queries;
    const id = { tenant_id: this.call.tenantFor(tenant_id), context_id };
    const kept = await typeExamples.ofType(id, MOST_LISTED);
    const type = await documentTypes.resolve(id);
    if (kept.length === 0 && !type) throw noDocumentType(context_id);
    return kept.map((example) => typeExampleView(example, type));
  }

  /**
   * Deletes an example: its document, and what was expected of it.
   * @summary Delete an example of a document type
   * @param context_id The document type
   * @param example_id The example
   */
  @Delete('{example_id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(404, 'There is no such example', { detail: 'There is no example with this id' })
  async deleteTypeExample(@Path() context_id: ContextId, @Path() example_id: Uuid): Promise<void> {
    const { queries, commands } = this.call.services;
    const example = await this.call.findOwn(queries.typeExamples, example_id, 'example');
    if (example.context_id !== context_id) throw noneWithThisId('example');
    const context = this.call.contextFor(example.tenant_id);
    await this.call.visible(commands.typeExamples.remove(context, example.example_id));
  }

  /**
   * Reads each example by the type as it is, or as a `PUT` with the same `draft` would make it, and says which come out as they have to, and which the draft breaks. Nothing
   * is saved. It takes as long as reading the documents does; none is begun after a minute.
   * @summary Check the examples of a document type
   * @param context_id The document type
   * @param tenant_id Tenant whose examples are checked; the key's own when left out
   */
  @Post('check')
  @Extension('x-only-reads', true)
  @SuccessResponse(200, 'What comes of them')
  @Response<ErrorBody>(404, 'There is no such document type', NO_TYPE)
  async checkTypeExamples(
    @Path() context_id: ContextId,
    @Body() body?: CheckTypeExamplesBody,
    @Query() tenant_id?: TenantId,
  ): Promise<ExamplesCheckedView> {
    const id = { tenant_id: this.call.tenantFor(tenant_id), context_id };
    const { typeExamples } = this.call.services.commands;
    return examplesCheckedView(
      await typeExamples.check(this.call.contextFor(id.tenant_id), { ...id, changes: configOf(body?.draft ?? {}) }),
    );
  }
}
