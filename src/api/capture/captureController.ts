import type express from 'express';
import { Body, Controller, Extension, Get, Post, Request, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import { type AgentDefinition, captureOf, type CaptureSettings, twoSidedTypes } from '../../domain/agents/index.js';
import {
  betterBy,
  type CapturedCase,
  type CaptureLink,
  captureNeeds,
  isSent,
  MOST_BY_LINK,
  type SentCase,
} from '../../domain/capture/index.js';
import { type CaseSummary, isCalledSelfie, maskDocument, typeNameOf } from '../../domain/cases/index.js';
import { DomainError, noneWithThisId } from '../../domain/core/decider.js';
import { createAllowance } from '../http/access/guessLimit.js';
import type { Call } from '../http/call.js';
import { takeUpload } from '../http/requests/receiveUpload.js';
import { ApiError } from '../http/responses/apiError.js';
import type { ErrorBody } from '../http/textContract.js';
import type {
  CapturedView,
  CaptureLookView,
  CaptureNeedView,
  CaptureView,
  ExtendedView,
  GiveConsentBody,
  SubmittedView,
} from './captureContract.js';

const NONE = { detail: 'There is no such link, or it is good for nothing any more' };

const NOTHING_HANDED_IN = 'The case has no documents, so there is nothing to send; hand one in first';

/**
 * How many pictures of a face are looked at with one link in a row, and after how many milliseconds one more: each takes the engine about a second of its tenant's, and what is refused counts
 * among the documents of no case. A customer takes a few.
 */
const LOOKS = createAllowance({ most: 10, everyMs: 6_000 });

/** What the page behind a link asks: for who comes with its token, in the header `X-Capture-Token`. */
@Route('capture')
@Tags('Capture')
@Response<ErrorBody>(404, 'The token is none, or its link is good for nothing any more', NONE)
export class CaptureController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * What the case still needs, and what is to be agreed to. It shows nothing that was read, no other documents and no reasons.
   * @summary What a customer is to hand in
   */
  @Get('case')
  @Extension('x-capture', true)
  async getCapture(): Promise<CaptureView> {
    const theCase = await this.findCase();
    const definition = await this.definitionOf(theCase);
    const settings = captureOf(definition);
    const { consent: asked, name = theCase.agent.name } = settings;
    const link = await this.link();
    return {
      ...{ name, language: this.call.languageOf(theCase.language), expires_at: link.expires_at },
      look: lookOf(settings),
      consent: asked ? { ...asked, given: link.consent?.version === asked.version } : null,
      ...this.needsOf(theCase, definition),
      begun: theCase.documents.length > 0,
      sent: isSent(link, howFar(theCase)),
    };
  }

  /**
   * Notes that the page was opened.
   * @summary Open a link
   */
  @Post('openings')
  @Extension('x-capture', true)
  @SuccessResponse(204, 'Noted')
  async openCapture(): Promise<void> {
    const { link_id } = this.came();
    await this.call.visible(this.commands.open(this.context(), link_id)).catch(noteOneOfMany);
  }

  /**
   * Gives who is still at it 20 minutes more, where at most ten are left; 72 times at most. A page asks for it while it is in front of somebody.
   * @summary Have more time
   */
  @Post('extensions')
  @Extension('x-capture', true)
  async extendCapture(): Promise<ExtendedView> {
    const { expires_at } = await this.call.visible(this.commands.extend(this.context(), this.came().link_id));
    return { expires_at };
  }

  /**
   * Notes that the customer agrees to the text of that version.
   * @summary Agree
   */
  @Post('consent')
  @Extension('x-capture', true)
  @SuccessResponse(204, 'Noted')
  @Response<ErrorBody>(409, 'Another text is to be agreed to now', {
    detail: 'The text that is to be agreed to is another one now; read it again',
  })
  async giveConsent(@Body() body: GiveConsentBody): Promise<void> {
    const { consent } = captureOf(await this.definitionOf(await this.findCase()));
    // Its body may have taken long to come.
    await this.commands.good(this.came().link_id);
    if (consent?.version !== body.version) {
      throw new DomainError('conflict', 'The text that is to be agreed to is another one now; read it again');
    }
    await this.call.visible(this.commands.consent(this.context(), this.came().link_id, body.version));
  }

  /**
   * Hands in a document: it is read at once, and the answer says whether it could be, as what, and what to do better.
   * @summary Hand in a document
   */
  @Post('documents')
  @Extension('x-capture', true)
  @Extension('x-upload', true)
  @SuccessResponse(200, 'What came of it')
  @Response<ErrorBody>(400, 'The case has as many documents as it takes with a link', {
    detail: 'With a link a case takes at most 100 documents',
  })
  @Response<ErrorBody>(403, 'The customer has not agreed yet', {
    detail: 'Nothing is taken before the customer has agreed to the text of the agent',
  })
  @Response<ErrorBody>(409, 'The case takes nothing more', {
    detail: 'The case is completed, so it takes no more documents',
  })
  @Response<ErrorBody>(413, 'The file is larger than 20 MiB', {
    detail: 'The field `file` holds a file of more than 20 MiB',
  })
  @Response<ErrorBody>(422, 'The form is not as described, or what is called a selfie does not show one face', {
    detail: 'A picture of the face of the customer must show one face; this one shows none',
  })
  @Response<ErrorBody>(415, 'The body is no form, or the content of the file is of no accepted kind', {
    detail: 'The field `file` must hold a JPEG, PNG, WebP, TIFF, BMP, GIF or PDF file; its content is none of these',
  })
  async handIn(@Request() request: express.Request): Promise<CapturedView> {
    const theCase = await this.findCase();
    const definition = await this.definitionOf(theCase);
    // Its body may have taken long to come: the link is looked at as it is now.
    const link = await this.commands.good(this.came().link_id);
    assertAgreed(captureOf(definition), link);
    const upload = takeUpload(request);
    if (theCase.agent.asks_selfie && isCalledSelfie(upload.label)) {
      await this.keepOnlyOneFace(upload.object.key);
    }
    const document = { ...upload, doc_id: this.call.madeId ?? upload.doc_id };
    const { cases } = this.call.services.commands;
    const bounds = { most: MOST_BY_LINK };
    const uploaded = await this.call.visible(cases.upload(this.context(), theCase.session_id, document, bounds));
    const { doc_id, document_type, status, error, duplicate_of, checks } = maskDocument(uploaded.document);
    const language = this.call.languageOf(theCase.language);
    const name = typeNameOf(language, document_type, theCase.agent.type_names) ?? document_type;
    return {
      ...{ doc_id, status: status as CapturedView['status'], advice: error },
      read_as: status === 'done' ? { document_type, name } : null,
      sent_before: duplicate_of !== null,
      better: isCalledSelfie(upload.label) ? [] : betterBy(checks),
      ...this.needsOf(uploaded.case, definition),
    };
  }

  /**
   * Says that the customer has handed in all that they will for now: it takes one of the uses of the link, unless all that is here was sent with it. The case goes on as its owner has it.
   * @summary Submit
   */
  @Post('submissions')
  @Extension('x-capture', true)
  @SuccessResponse(201, 'Sent')
  @Response<ErrorBody>(409, 'Nothing was handed in', { detail: NOTHING_HANDED_IN })
  async submitCapture(): Promise<SubmittedView> {
    const theCase = await this.findCase();
    const { needs } = this.needsOf(theCase, await this.definitionOf(theCase));
    if (needs.length > 0 && theCase.documents.length === 0) throw new DomainError('conflict', NOTHING_HANDED_IN);
    await this.call.visible(this.commands.submit(this.context(), this.came().link_id, howFar(theCase)));
    this.setStatus(201);
    return { status: theCase.status };
  }

  /** Holds a picture that is called a selfie to what it must be; nobody has one that is not kept. @throws as `assertOneFace`, DomainError `not_found` */
  private async keepOnlyOneFace(key: string): Promise<void> {
    try {
      await this.assertOneFace(key);
      // To look for a face may have taken long, too.
      await this.commands.good(this.came().link_id);
    } catch (error) {
      await this.call.services.blobs.delete(key);
      throw error;
    }
  }

  /**
   * A picture that shows no face, or several, is compared with nothing in the end: the customer is told while they can take another. Where faces
   * cannot be looked at now it is taken as it is.
   * @throws DomainError `invalid`, ApiError 429
   */
  private async assertOneFace(key: string): Promise<void> {
    const { blobs, commands } = this.call.services;
    const { tenant_id } = this.call.caller;
    const { link_id } = this.came();
    if (!LOOKS.has(link_id)) {
      throw new ApiError(429, 'Too many pictures of a face came with this link; try again in a minute', {
        'Retry-After': '60',
      });
    }
    LOOKS.take(link_id);
    try {
      const picture = { bytes: await blobs.read(key), field: 'file' };
      const { face_count } = await commands.faces.analyse(tenant_id, picture, []);
      if (face_count === 1) return;
      const shown = face_count === 0 ? 'none' : String(face_count);
      throw new DomainError(
        'invalid',
        `A picture of the face of the customer must show one face; this one shows ${shown}`,
      );
    } catch (error) {
      if (error instanceof DomainError) throw error;
    }
  }

  /** What of a case is still to be handed in, in the language of the case or of the customer's browser. */
  private needsOf(
    theCase: Omit<CapturedCase, 'language' | 'two_sided'> & Pick<CaseSummary, 'language'>,
    definition: AgentDefinition,
  ): Pick<CaptureView, 'needs' | 'complete'> {
    const language = this.call.languageOf(theCase.language);
    const needs = captureNeeds({ ...theCase, two_sided: twoSidedTypes(definition), language });
    return { needs: needs as CaptureNeedView[], complete: needs.every(({ state }) => state === 'received') };
  }

  private get commands() {
    return this.call.services.commands.capture;
  }

  /** With which link somebody came. @throws DomainError `not_found` */
  private came(): { link_id: string; case_id: string } {
    const { capture } = this.call.caller;
    if (!capture) throw noneWithThisId('link');
    return capture;
  }

  private context() {
    return this.call.contextFor(this.call.caller.tenant_id);
  }

  private async link() {
    const { link_id, case_id } = this.came();
    const link = await this.call.services.commands.capture.read(link_id);
    if (link?.session_id !== case_id) throw noneWithThisId('link');
    return link;
  }

  private findCase() {
    const find = this.call.services.queries.cases.findWithDocuments;
    return this.call.findOwn({ find }, this.came().case_id, 'link');
  }

  private definitionOf({ agent }: { agent: { id: string; revision: string } }): Promise<AgentDefinition> {
    return this.call.services.commands.capture.definitionOf(agent);
  }
}

/** Where many open a page at the same moment, one of them is noted; the others see it all the same. @throws what is no conflict */
function noteOneOfMany(error: unknown): void {
  if (error instanceof DomainError && error.reason === 'conflict') return;
  throw error;
}

const howFar = ({ documents, requests }: Pick<CapturedCase, 'documents' | 'requests'>): SentCase => ({
  documents: documents.length,
  tries: requests?.tries ?? 0,
});

/** @throws DomainError `forbidden` */
function assertAgreed({ consent }: CaptureSettings, link: Pick<CaptureLink, 'consent'>): void {
  if (!consent || link.consent?.version === consent.version) return;
  throw new DomainError('forbidden', 'Nothing is taken before the customer has agreed to the text of the agent');
}

const lookOf = ({ intro, accent, logo, return_url, framed_by }: CaptureSettings): CaptureLookView => ({
  ...{ intro: intro ?? null, accent: accent ?? null },
  ...{ logo: logo ?? null, return_url: return_url ?? null, framed_by: framed_by ?? [] },
});
