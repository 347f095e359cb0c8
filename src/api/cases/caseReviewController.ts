import { Body, Controller, Header, Patch, Path, Post, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type { CaseSummary } from '../../domain/cases/caseSummary.js';
import { hiderOf } from '../../domain/cases/caseMasking.js';
import { noneWithThisId } from '../../domain/core/decider.js';
import type { Uuid } from '../../domain/core/text.js';
import type { FieldPlaces } from '../../domain/cases/documentCorrection.js';
import type { FieldValue } from '../../domain/documents/index.js';
import type { Call } from '../http/call.js';
import { CHANGED, revisionsOf } from '../http/etag.js';
import { assertReason } from '../http/requests/closedLists.js';
import { ApiError } from '../http/responses/apiError.js';
import type { ErrorBody } from '../http/textContract.js';
import type { CaseView, DecideCaseBody, DecidedCaseView } from './caseContract.js';
import type {
  AddNoteBody,
  AssignCaseBody,
  CorrectDocumentBody,
  CorrectedDocumentView,
  RequestDocumentsBody,
  TakeNextBody,
} from './caseReviewContract.js';
import type { CaseNoteView } from './reviewerContract.js';
import { caseDocumentView, caseView, noteView } from './caseView.js';

/** What people do with a case that a person has to look at, and how they decide it. */
@Route('v1/cases')
@Tags('Cases')
@Response<ErrorBody>(404, 'There is no such case or document', { detail: 'There is no case with this id' })
export class CaseReviewController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Gives a person the case that has been open for longest among those in review that nobody is assigned to. Two who ask at the same time
   * never get the same one. A key of mode `test` is given cases of such keys, any other key none of them.
   * @summary Take the next case in review
   */
  @Post('take-next')
  @SuccessResponse(200, 'The case, assigned to `actor`')
  @Response(204, 'There is none')
  @Response<ErrorBody>(409, 'Others take cases at the same time', {
    detail: 'Others take cases at the same time; try again',
  })
  async takeNextCase(@Body() body: TakeNextBody): Promise<CaseView | undefined> {
    const { actor, tenant_id, ...wanted } = body;
    assertReason(wanted.reason);
    const filter = { tenant_id: this.call.tenantFilter(tenant_id), ...wanted };
    const context = this.call.contextFor(this.call.tenantFor(tenant_id));
    const taken = await this.call.visible(this.commands.takeNext(context, filter, actor));
    if (taken) return caseView(taken);
    this.setStatus(204);
    return undefined;
  }

  /**
   * Says who is to look at a case, in any status. `assignee: null` says that nobody is.
   * @summary Assign a case
   * @param session_id The case
   */
  @Post('{session_id}/assign')
  @SuccessResponse(200, 'The case')
  @Response<ErrorBody>(409, 'The case was erased', { detail: 'The case was erased, so it cannot be assigned' })
  async assignCase(@Path() session_id: Uuid, @Body() body: AssignCaseBody): Promise<CaseView> {
    const theCase = await this.findCase(session_id);
    const context = this.call.contextFor(theCase.tenant_id);
    return caseView(await this.call.visible(this.commands.assign(context, theCase.session_id, body.assignee)));
  }

  /**
   * Writes something down about a case, in any status, for those who look at it: the customer is not told. A case holds a hundred notes.
   * @summary Add a note to a case
   * @param session_id The case
   */
  @Post('{session_id}/notes')
  @SuccessResponse(201, 'The note')
  @Response<ErrorBody>(400, 'The case is full of notes', { detail: 'A case holds at most 100 notes' })
  @Response<ErrorBody>(409, 'The case was erased', { detail: 'The case was erased, so it takes no more notes' })
  async addCaseNote(@Path() session_id: Uuid, @Body() body: AddNoteBody): Promise<CaseNoteView> {
    const { queries } = this.call.services;
    const find = queries.cases.findWithDocuments;
    const theCase = await this.call.findOwn({ find }, session_id, 'case');
    const note = { ...body, note_id: this.call.madeId };
    const context = this.call.contextFor(theCase.tenant_id);
    const added = await this.call.visible(this.commands.addNote(context, theCase.session_id, note));
    this.setStatus(201);
    return noteView(added, hiderOf(theCase.documents));
  }

  /**
   * Asks for documents again: the case collects again, `progress.requested` says what is awaited and why, and `progress.tries` how often something
   * was asked for. A document of a type that is asked for counts no more once a later one of it was read. An agent that talks says what is asked for.
   * @summary Ask for documents again
   * @param session_id The case
   */
  @Post('{session_id}/request-documents')
  @SuccessResponse(200, 'The case, which collects again')
  @Response<ErrorBody>(400, 'Documents were asked for a hundred times', {
    detail: 'Documents of a case can be asked for again 100 times at most',
  })
  @Response<ErrorBody>(409, 'The case is not in review', {
    detail: 'The case is completed; only a case in review can ask for documents',
  })
  async requestDocuments(@Path() session_id: Uuid, @Body() body: RequestDocumentsBody): Promise<CaseView> {
    const theCase = await this.findCase(session_id);
    const items = body.items.map(({ document_type, code, text = null }) => ({ document_type, code, text }));
    const twice = items.findIndex(
      (one, index) => items.findIndex((it) => it.document_type === one.document_type) < index,
    );
    if (twice >= 0) throw new ApiError(422, `The field \`items.${twice}.document_type\` is asked for already`);
    const context = this.call.contextFor(theCase.tenant_id);
    const input = { items, actor: body.actor };
    return caseView(await this.call.visible(this.commands.requestDocuments(context, theCase.session_id, input)));
  }

  /**
   * Puts right what was read from a document, while its case collects or is in review. What the machine read stays in `raw` and `corrections`; the rules of
   * its type and, in review, the case are judged anew. A correction approves nothing: a case in review stays there, for somebody to decide.
   * @summary Correct a document of a case
   * @param session_id The case
   * @param doc_id The document
   * @param if_match `ETag` of the case as it was read: where it has changed since, nothing is corrected
   */
  @Patch('{session_id}/documents/{doc_id}')
  @SuccessResponse(200, 'The document as it stands now')
  @Response<ErrorBody>(400, 'The type of the document is gone, or it keeps no more corrections', {
    detail: 'The document was corrected so much that it keeps no more corrections',
  })
  @Response<ErrorBody>(409, 'The case is decided, or nothing was read from the document', {
    detail: 'The case is completed, so what was read can no longer be corrected',
  })
  @Response<ErrorBody>(412, 'The case has changed since it was read', CHANGED)
  async correctDocument(
    @Path() session_id: Uuid,
    @Path() doc_id: Uuid,
    @Body() body: CorrectDocumentBody,
    @Header('If-Match') if_match?: string,
  ): Promise<CorrectedDocumentView> {
    const theCase = await this.findCase(session_id);
    const { values, places = {}, reason, actor } = body;
    const stray = Object.keys(places).find((field) => !Object.hasOwn(values, field));
    if (stray !== undefined) {
      throw new ApiError(422, 'The field `places` names a field that is not among `values`');
    }
    const fields = Object.keys(values).length;
    if (fields < 1 || fields > MOST_VALUES) {
      throw new ApiError(422, `The field \`values\` must name 1 to ${MOST_VALUES} fields`);
    }
    const input = {
      values: values as { [field: string]: FieldValue },
      // Four numbers each: the form of the body says so.
      places: places as FieldPlaces,
      reason,
      actor,
      ifRevision: revisionsOf(if_match),
    };
    const context = this.call.contextFor(theCase.tenant_id);
    const id = doc_id.toLowerCase();
    const corrected = await this.call.visible(this.commands.correct(context, theCase.session_id, id, input));
    const document = corrected.documents.find((one) => one.doc_id === id);
    if (!document) throw noneWithThisId('document');
    const { status: session_status, progress, result } = caseView(corrected);
    return {
      ...caseDocumentView(theCase.session_id, document),
      ...{ session_id: theCase.session_id, session_status, progress, result },
    };
  }

  /**
   * Approves or denies a case in review. Who decided, when and why is kept.
   * @summary Decide a case in review
   * @param session_id The case
   * @param if_match `ETag` of the case as it was read: where it has changed since, nothing is decided
   */
  @Patch('{session_id}/decision')
  @Response<ErrorBody>(409, 'The case is not in review', {
    detail: 'The case is still collecting; only a case in review can be decided',
  })
  @Response<ErrorBody>(412, 'The case has changed since it was read', CHANGED)
  async decideCase(
    @Path() session_id: Uuid,
    @Body() body: DecideCaseBody,
    @Header('If-Match') if_match?: string,
  ): Promise<DecidedCaseView> {
    const theCase = await this.findCase(session_id);
    const { decision, reason, actor } = body;
    const input = { decision, reason, actor, ifRevision: revisionsOf(if_match) };
    const { status } = await this.call.visible(
      this.commands.decide(this.call.contextFor(theCase.tenant_id), theCase.session_id, input),
    );
    return {
      session_id: theCase.session_id,
      status: status as DecidedCaseView['status'],
      decision,
      reason: reason ?? '',
    };
  }

  private get commands() {
    return this.call.services.commands.cases;
  }

  private findCase(id: string): Promise<CaseSummary> {
    return this.call.findOwn(this.call.services.queries.cases, id, 'case');
  }
}

/** Fields of one correction. */
const MOST_VALUES = 100;
