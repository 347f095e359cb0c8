import { Body, Controller, Extension, Get, Put, Query, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type { ReadRecording } from '../../domain/audit/index.js';
import type { TenantId } from '../../domain/core/text.js';
import type { Call } from '../http/call.js';
import type { ReadRecordingBody, ReadRecordingView } from './recordingContract.js';

/** Whether the audit trail says who read what is kept of people, and not only who changed it. */
@Route('v1/audit/recording')
@Tags('Audit')
export class RecordingController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Tells whether reads of a tenant's are recorded.
   * @summary Get whether reads are recorded
   * @param tenant_id The tenant; the key's own when left out or empty
   */
  @Get()
  async getReadRecording(@Query() tenant_id?: TenantId): Promise<ReadRecordingView> {
    const tenant = this.call.tenantFor(tenant_id);
    return recordingView(tenant, await this.call.services.commands.readRecords.recording(tenant));
  }

  /**
   * Has reads of a tenant's recorded from the answer on, or no more. What is shown of cases, documents, executions and registered faces, by itself, in lists, by a search
   * or as an export, then has an entry `PersonalDataRead` in the audit trail before it is sent: what cannot be recorded is not shown. Test keys cannot change it.
   * @summary Set whether reads are recorded
   * @param tenant_id The tenant; the key's own when left out or empty
   */
  @Put()
  @Extension('x-required-scope', 'admin')
  @SuccessResponse(200, 'What holds from now on')
  async setReadRecording(@Body() body: ReadRecordingBody, @Query() tenant_id?: TenantId): Promise<ReadRecordingView> {
    const context = this.call.contextFor(this.call.tenantFor(tenant_id));
    const { readRecords } = this.call.services.commands;
    return recordingView(context.tenant_id, await this.call.visible(readRecords.setRecording(context, body.reads)));
  }
}

const recordingView = (tenant_id: string, { reads, changed_by, changed_at }: ReadRecording): ReadRecordingView => ({
  ...{ tenant_id, reads, changed_by, changed_at },
});
