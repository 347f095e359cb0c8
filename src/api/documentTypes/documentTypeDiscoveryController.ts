import { Body, Controller, Post, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type { DiscoveredType } from '../../domain/documentTypes/index.js';
import type { Call } from '../http/call.js';
import { decodeDocument } from '../http/requests/decodeDocument.js';
import type { ErrorBody } from '../http/textContract.js';
import type {
  DiscoverDocumentTypeBody,
  DiscoveredDocumentTypeView,
  SampleDocument,
} from './documentTypeDiscoveryContract.js';
import type { GenerateDocumentTypeBody, GeneratedDocumentTypeView } from './documentTypeGenerationContract.js';

/** Document types that are made from samples and descriptions. */
@Route('v1/document-types')
@Tags('Document types')
export class DocumentTypeDiscoveryController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Reads one to three samples of one kind of document, and proposes a document type for them: fields by the labels, zones and forms of values on the pages, their
   * rules and hints, and what the samples say of each field. Nothing is saved: send what you like of it to `POST /v1/document-types`, with `suggested_schema` as
   * `output_schema` and `suggested_rules` as `validation_rules`. Where the samples are of a type that there is already, its knowledge is taken over.
   * Where a language model is set it is asked what samples of no known type state, and `found_by` says who found which field; nothing is taken of it that is not on the page.
   * @summary Discover a document type from samples
   */
  @Post('discover')
  @SuccessResponse(200, 'The proposal')
  @Response<ErrorBody>(413, 'A sample is larger than 20 MiB, or the body than 64 MiB', {
    detail: 'The field `documents.0.data` holds a file of more than 20 MiB',
  })
  @Response<ErrorBody>(415, 'The content of a sample is of no accepted kind', {
    detail:
      'The field `documents.0.data` must hold a JPEG, PNG, WebP, TIFF, BMP, GIF or PDF file; its content is none of these',
  })
  @Response<ErrorBody>(422, 'A sample cannot be read, or shows nothing that could be a field', {
    detail:
      'The field `documents.0.data` holds a sample that shows no label and no value that could be a field of a type',
  })
  @Response<ErrorBody>(503, 'The engine is not available', {
    detail: 'The document engine cannot take more work now; try again in a moment',
  })
  async discoverDocumentType(@Body() body: DiscoverDocumentTypeBody): Promise<DiscoveredDocumentTypeView> {
    const samples = await samplesOf(body.documents);
    const tenant_id = this.call.tenantFor(undefined);
    const given = { tenant_id, samples, allows_cloud: body.allow_cloud };
    const { documentTypeDiscovery } = this.call.services.commands;
    const found = documentTypeDiscovery.discover(this.call.contextFor(tenant_id), given);
    return discoveredView(await this.call.visible(found));
  }

  /**
   * Makes a document type of a description in plain words, by what the known types know of fields, their forms and their labels. Fields that the description lists
   * are taken as they are named, `(required)`, `(optional)`, `(masked)` and `(one of a, b)` behind them are understood; where it lists none, those of the type it is
   * about are. Nothing is saved: send what you like of it to `POST /v1/document-types`, with `suggested_schema` as `output_schema` and `suggested_rules` as
   * `validation_rules`.
   * @summary Generate a document type from a description
   */
  @Post('generate')
  @SuccessResponse(200, 'The proposal')
  async generateDocumentType(@Body() body: GenerateDocumentTypeBody): Promise<GeneratedDocumentTypeView> {
    const tenant_id = this.call.tenantFor(body.tenant_id);
    const made = await this.call.services.commands.documentTypeDiscovery.generate(tenant_id, body.description);
    const { output_schema, validation_rules, ...rest } = made;
    return { ...rest, suggested_schema: output_schema, suggested_rules: validation_rules };
  }
}

/** The bytes of samples that came in a field of a request. @throws ApiError 413, 415, 422 */
export async function samplesOf(documents: readonly SampleDocument[], field = 'documents'): Promise<Uint8Array[]> {
  const samples: Uint8Array[] = [];
  for (const [index, { data }] of documents.entries()) {
    samples.push((await decodeDocument(data, `${field}.${index}.data`)).bytes);
  }
  return samples;
}

const discoveredView = (found: DiscoveredType): DiscoveredDocumentTypeView => ({
  context_id: found.context_id,
  display_name: found.display_name,
  category: found.category,
  suggested_schema: found.output_schema,
  suggested_rules: found.validation_rules,
  classify_hints: found.classify_hints,
  prompt_hint: found.prompt_hint,
  known_as: found.known,
  sample_extraction: found.sample,
  ...(found.found_by && { found_by: found.found_by }),
});
