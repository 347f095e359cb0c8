import { Body, Controller, Extension, Get, Path, Post, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import { maskMessages } from '../../domain/cases/caseMasking.js';
import type { CaseMessage } from '../../domain/cases/caseMessage.js';
import type { SendMessage } from '../../commands/cases/caseMessages.js';
import type { CaseConversation } from '../../projections/cases/caseQueries.js';
import { caseDocumentView, progressView } from './caseView.js';
import type { Call } from '../http/call.js';
import type { AttachmentBody, ConversationView, MessageView, SendMessageBody } from './caseMessageContract.js';
import { isBlank, type Uuid } from '../../domain/core/text.js';
import type { ErrorBody } from '../http/textContract.js';
import { decodeDocument } from '../http/requests/decodeDocument.js';
import { ApiError } from '../http/responses/apiError.js';

/** An agent of intelligence level 2 or higher talks with whom it verifies. */
@Route('v1/cases')
@Tags('Cases')
@Response<ErrorBody>(404, 'There is no such case', { detail: 'There is no case with this id' })
export class CaseMessagesController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Says something to the agent of a case, with documents to go with it. The documents become documents of the case and are read at once; the answer says what came of
   * them and what is still needed. From intelligence level 3 on the agent also answers questions about what was read.
   * @summary Send a message
   * @param session_id The case
   */
  @Post('{session_id}/message')
  @SuccessResponse(200, 'What the agent answers')
  @Response<ErrorBody>(400, 'The agent takes no messages, or the case is full', {
    detail: 'The agent client_onboarding takes no messages: its intelligence_level is below 2',
  })
  @Response<ErrorBody>(409, 'The case does not collect any more', {
    detail: 'The case is completed, so it takes no more messages',
  })
  @Response<ErrorBody>(413, 'An attachment is larger than 20 MiB, or the body larger than 64 MiB', {
    detail: 'The field `attachments.0.data` holds a file of more than 20 MiB',
  })
  @Response<ErrorBody>(415, 'An attachment is of no accepted kind', {
    detail:
      'The field `attachments.0.data` must hold a JPEG, PNG, WebP, TIFF, BMP, GIF or PDF file; its content is none of these',
  })
  async sendMessage(@Path() session_id: Uuid, @Body() body: SendMessageBody): Promise<ConversationView> {
    const { message, attachments = [] } = body;
    if (isBlank(message) && attachments.length === 0) {
      throw new ApiError(422, 'The field `message` must not be blank where there are no attachments');
    }
    const decoded = await decodeAttachments(attachments);
    const { queries, commands } = this.call.services;
    const { session_id: id, tenant_id } = await this.call.findOwn(queries.cases, session_id, 'case');
    const sent = { content: message, attachments: decoded, message_id: this.call.madeId };
    const said = await this.call.visible(commands.cases.message(this.call.contextFor(tenant_id), id, sent));
    const { status, messages, documents } = said.case;
    const reply = messages.filter((one) => one.id === said.message_id);
    return {
      message_id: said.message_id,
      reply: maskMessages(reply, documents)[0]?.content ?? '',
      doc_results: said.documents.map((document) => caseDocumentView(id, document)),
      progress: progressView(said.case),
      session_status: status,
    };
  }

  /**
   * What was said in a case, oldest first. Empty where the agent takes no messages.
   * @summary List the messages of a case
   * @param session_id The case
   */
  @Get('{session_id}/messages')
  @Extension('x-personal-data', true)
  async listMessages(@Path() session_id: Uuid): Promise<MessageView[]> {
    const { cases } = this.call.services.queries;
    const one = await this.call.findOwn({ find: cases.findConversation }, session_id, 'case');
    return maskMessages(one.messages, one.documents).map((message) => messageView(one, message));
  }
}

async function decodeAttachments(attachments: readonly AttachmentBody[]): Promise<SendMessage['attachments']> {
  const decoded: SendMessage['attachments'][number][] = [];
  for (const [index, { data, filename }] of attachments.entries()) {
    decoded.push({ ...(await decodeDocument(data, `attachments.${index}.data`)), filename });
  }
  return decoded;
}

function messageView({ session_id, documents }: CaseConversation, message: CaseMessage): MessageView {
  const { id, role, content, doc_ids, metadata, created_at } = message;
  const attachments = documents
    .filter(({ doc_id }) => doc_ids.includes(doc_id))
    .map(({ doc_id, filename, mime_type, size_bytes }) => ({
      ...{ doc_id, filename: filename ?? '', mime_type, size_bytes },
    }));
  return { id, session_id, role, content: content ?? '', attachments, metadata, created_at };
}
