/** Whether it is recorded who is shown what is kept of people. */
export interface ReadRecordingView {
  tenant_id: string;
  /** Whether an answer that shows it has an entry `PersonalDataRead` in the audit trail. */
  reads: boolean;
  /**
   * By whose request that is so; null where nobody ever asked for another.
   * @example "key:5f0c3c7e-8b1d-4a53-9f5e-2f4f3f0b7a11"
   */
  changed_by: string | null;
  /**
   * Since when.
   * @example "2026-03-02T09:04:00.012Z"
   */
  changed_at: string | null;
}

/** What is to be recorded. */
export interface ReadRecordingBody {
  /** Whether reads are recorded from now on. */
  reads: boolean;
}
