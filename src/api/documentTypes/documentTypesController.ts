import {
  Body,
  Controller,
  Delete,
  Extension,
  Get,
  Header,
  Patch,
  Path,
  Post,
  Put,
  Query,
  Response,
  Route,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { ChangedDocumentType } from '../../commands/documentTypes/documentTypeCommands.js';
import { hintWarnings } from '../../commands/documentTypes/hintWarnings.js';
import {
  type DocumentType,
  type DocumentTypeConfig,
  noDocumentType,
  readDescription,
  readRules,
} from '../../domain/documentTypes/index.js';
import { isPlatform } from '../http/access/caller.js';
import type { Call } from '../http/call.js';
import { CHANGED, type ChangedHeaders, etagOf, revisionsOf } from '../http/etag.js';
import { examplesCheckedView } from '../typeExamples/typeExampleViews.js';
import type {
  ContextId,
  CreateDocumentType,
  DocumentTypeChanges,
  DocumentTypeVersionView,
  DocumentTypeView,
  LockFieldsBody,
} from './documentTypeContract.js';
import type { PastMoment, TenantId } from '../../domain/core/text.js';
import type { ErrorBody } from '../http/textContract.js';

/** A document type says how one class of document is processed: what to read from it, what must hold, and in which steps. */
@Route('v1/document-types')
@Tags('Document types')
@Response<ErrorBody>(404, 'There is no such document type', { detail: 'There is no document type passport' })
export class DocumentTypesController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Creates a document type. A tenant may give one of its own the name of a global one.
   * @summary Create a document type
   */
  @Post()
  @Extension('x-location', '/v1/document-types/{context_id}?tenant_id={tenant_id}')
  @SuccessResponse(201, 'The document type')
  @Response<ErrorBody>(400, 'It was changed too often, or what is kept of it is too large', {
    detail: 'The document type was changed 1000 times, and each is kept; make a new one',
  })
  @Response<ErrorBody>(409, 'The tenant has a document type of that name', {
    detail: 'The document type passport exists already',
  })
  async createDocumentType(@Body() body: CreateDocumentType): Promise<DocumentTypeView> {
    const { context_id, display_name, output_schema } = body;
    const tenant_id = this.call.tenantFor(body.tenant_id);
    const documentType = { ...configOf(body), display_name, output_schema, tenant_id, context_id };
    return savedView(
      await this.call.visible(
        this.call.services.commands.documentTypes.define(this.call.contextFor(tenant_id), documentType),
      ),
    );
  }

  /**
   * Lists the global document types, or with `tenant_id` that tenant's own; newest first, as they are or as they were.
   * @summary List document types
   * @param tenant_id Tenant whose types are listed; empty or left out: the global ones
   * @param include_global Adds the global types that the tenant does not override
   * @param as_of Lists what there was then, also what was deleted since
   */
  @Get()
  @Extension('x-read-model', 'document_types')
  async listDocumentTypes(
    @Query() tenant_id: TenantId = '',
    @Query() include_global = false,
    @Query() as_of?: PastMoment,
  ): Promise<DocumentTypeView[]> {
    const { documentTypes, pastDocumentTypes } = this.call.services.queries;
    const filter = { tenant_id, include_global };
    const asOf = await this.call.asOf(as_of);
    const types = asOf
      ? await this.call.pastList(() => pastDocumentTypes.list(filter, asOf))
      : await documentTypes.list(filter);
    return types.map(documentTypeView);
  }

  /**
   * The tenant's own document type, else the global one of that name; as they are or as they were.
   * @summary Get a document type
   * @param context_id The document type
   * @param tenant_id The key's own tenant when left out
   * @param as_of Tells what was true then; 404 where it was not there yet
   */
  @Get('{context_id}')
  @Extension('x-tagged', true)
  async getDocumentType(
    @Path() context_id: ContextId,
    @Query() tenant_id?: TenantId,
    @Query() as_of?: PastMoment,
  ): Promise<DocumentTypeView> {
    const id = { tenant_id: this.readableTenant(tenant_id), context_id };
    const asOf = await this.call.asOf(as_of);
    const documentType = await this.call.services.queries.documentTypes.resolve(id, asOf);
    if (!documentType) throw noDocumentType(context_id);
    const view = documentTypeView(documentType);
    // A global one that is read in the place of the tenant's own is not what a change here would be of, and has revisions of its own.
    if (!asOf && documentType.tenant_id === id.tenant_id) this.setHeader('ETag', etagOf(documentType.revision, view));
    return view;
  }

  /**
   * Changes a document type. `output_schema` and `validation_rules` are replaced as wholes; what is left out stays. What was before is kept as a version. Examples that are kept
   * with the type are read by it as it is now, none begun after a minute, and `examples` says which hold, and which this change breaks.
   * @summary Update a document type
   * @param context_id The document type
   * @param tenant_id Tenant it belongs to; the key's own when left out
   * @param if_match `ETag` of the type as it was read: where it has changed since, nothing is changed
   */
  @Put('{context_id}')
  @SuccessResponse<ChangedHeaders>(200, 'The document type')
  @Response<ErrorBody>(400, 'It was changed too often, or what is kept of it is too large', {
    detail: 'The document type was changed 1000 times, and each is kept; make a new one',
  })
  @Response<ErrorBody>(412, 'It has changed since it was read', CHANGED)
  async updateDocumentType(
    @Path() context_id: ContextId,
    @Body() body: DocumentTypeChanges,
    @Query() tenant_id?: TenantId,
    @Header('If-Match') if_match?: string,
  ): Promise<DocumentTypeView> {
    const id = { tenant_id: this.call.tenantFor(tenant_id), context_id };
    const { documentTypes } = this.call.services.commands;
    const context = this.call.contextFor(id.tenant_id);
    const change = documentTypes.update(context, id, configOf(body), revisionsOf(if_match));
    return this.changedView(await this.call.visible(change));
  }

  /**
   * Deletes a document type. What still names it finds it gone.
   * @summary Delete a document type
   * @param context_id The document type
   * @param tenant_id Tenant it belongs to; the key's own when left out
   * @param if_match `ETag` of the type as it was read: where it has changed since, nothing is deleted
   */
  @Delete('{context_id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(412, 'It has changed since it was read', CHANGED)
  async deleteDocumentType(
    @Path() context_id: ContextId,
    @Query() tenant_id?: TenantId,
    @Header('If-Match') if_match?: string,
  ): Promise<void> {
    const id = { tenant_id: this.call.tenantFor(tenant_id), context_id };
    const { documentTypes } = this.call.services.commands;
    await this.call.visible(documentTypes.remove(this.call.contextFor(id.tenant_id), id, revisionsOf(if_match)));
  }

  /**
   * Merges fields into the schema and rules, field by field, into the validation rules. What was before is kept as a version.
   * @summary Lock fields and rules
   * @param context_id The document type
   * @param tenant_id Tenant it belongs to; the key's own when left out
   * @param if_match `ETag` of the type as it was read: where it has changed since, nothing is changed
   */
  @Patch('{context_id}/lock-fields')
  @SuccessResponse<ChangedHeaders>(200, 'The document type')
  @Extension('x-never-stored', ['examples'])
  @Response<ErrorBody>(400, 'It was changed too often, or what is kept of it is too large', {
    detail: 'The document type was changed 1000 times, and each is kept; make a new one',
  })
  @Response<ErrorBody>(412, 'It has changed since it was read', CHANGED)
  async lockFields(
    @Path() context_id: ContextId,
    @Body() body: LockFieldsBody,
    @Query() tenant_id?: TenantId,
    @Header('If-Match') if_match?: string,
  ): Promise<DocumentTypeView> {
    const id = { tenant_id: this.call.tenantFor(tenant_id), context_id };
    const { fields, rules, auto_suggest } = body;
    const { documentTypes } = this.call.services.commands;
    const asked = { fields, rules: rules && readRules('rules', rules), auto_suggest };
    const change = documentTypes.lockFields(this.call.contextFor(id.tenant_id), id, asked, revisionsOf(if_match));
    return this.changedView(await this.call.visible(change));
  }

  /**
   * What a document type was before each of its changes, newest first.
   * @summary List the versions of a document type
   * @param context_id The document type
   * @param tenant_id The key's own tenant when left out; without a type of its own, the global one's versions
   */
  @Get('{context_id}/versions')
  @Extension('x-read-model', 'document_type_versions')
  async listDocumentTypeVersions(
    @Path() context_id: ContextId,
    @Query() tenant_id?: TenantId,
  ): Promise<DocumentTypeVersionView[]> {
    const { documentTypes, documentTypeVersions } = this.call.services.queries;
    const documentType = await documentTypes.resolve({ tenant_id: this.readableTenant(tenant_id), context_id });
    if (!documentType) throw noDocumentType(context_id);
    return documentTypeVersions.list({ tenant_id: documentType.tenant_id, context_id });
  }

  /** What was saved, with its tag, and what it makes of the examples that are kept with the type. */
  private async changedView({ now, before }: ChangedDocumentType): Promise<DocumentTypeView> {
    this.setHeader('ETag', etagOf(now.revision, documentTypeView(now)));
    const outcomes = await this.call.services.commands.typeExamples.checkChange(
      this.call.contextFor(now.tenant_id),
      now,
      before,
    );
    return { ...savedView(now), ...(outcomes.length > 0 && { examples: examplesCheckedView(outcomes) }) };
  }

  /** Whose types a read is about: an empty `tenant_id` from a tenant's key means what that key may see. */
  private readableTenant(named: string | undefined): string {
    return isPlatform(this.call.caller) ? (named ?? '') : this.call.caller.tenant_id;
  }
}

/** What a body says of a type. @throws DomainError `invalid` for a rule or a description that there is not */
export const configOf = (body: DocumentTypeChanges): Partial<DocumentTypeConfig> => {
  const { display_name, output_schema, validation_rules, classify_hints, pipeline_steps, prompt_hint } = body;
  const { category, input_type, analysis_type, model_hint, enabled, describes } = body;
  return {
    display_name,
    output_schema,
    validation_rules: validation_rules && readRules('validation_rules', validation_rules),
    classify_hints,
    pipeline_steps,
    prompt_hint,
    category,
    input_type,
    analysis_type,
    model_hint,
    enabled,
    describes: describes && readDescription(describes),
  };
};

/** What was saved, and what in it is probably a mistake. */
function savedView(documentType: DocumentType): DocumentTypeView {
  const warnings = hintWarnings(documentType.output_schema);
  return { ...documentTypeView(documentType), ...(warnings.length > 0 && { warnings }) };
}

const documentTypeView = (documentType: DocumentType): DocumentTypeView => ({
  context_id: documentType.context_id,
  tenant_id: documentType.tenant_id,
  display_name: documentType.display_name,
  input_type: documentType.input_type,
  analysis_type: documentType.analysis_type,
  model_hint: documentType.model_hint,
  category: documentType.category,
  output_schema: documentType.output_schema,
  validation_rules: documentType.validation_rules,
  classify_hints: documentType.classify_hints,
  pipeline_steps: documentType.pipeline_steps,
  prompt_hint: documentType.prompt_hint,
  enabled: documentType.enabled,
  ...(documentType.describes && { describes: documentType.describes }),
  created_at: documentType.created_at,
  updated_at: documentType.updated_at,
});
