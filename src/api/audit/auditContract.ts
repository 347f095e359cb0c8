/** From where something was done. */
export interface AuditSourceView {
  /** An API key, a person who signed in with an account of their own, a link of a customer, a worker of the service, or the service itself. */
  kind: 'key' | 'person' | 'link' | 'worker' | 'system';
  /**
   * Of the key, the subject of the person, or the role of the worker; null for the service itself.
   * @example "5f0c3c7e-8b1d-4a53-9f5e-2f4f3f0b7a11"
   */
  id: string | null;
  /**
   * What the key is called, where you may see it, or the person; else null.
   * @example "Back office"
   */
  name: string | null;
}

/** A value, as events say it; `sealed` in the place of what is personal. */
export type AuditValue = unknown;

/** What was known of a field before, null where that was nothing, and since. */
export interface AuditChangeView {
  from: AuditValue;
  to: AuditValue;
}

/** Who did what, when and to what. */
export interface AuditEntryView {
  event_id: string;
  /**
   * Of the event in the log.
   * @example "4711"
   */
  position: string;
  /** By the clock of the store. @example "2026-03-02T09:04:00.012Z" */
  at: string;
  tenant_id: string;
  /** @example "key:5f0c3c7e-8b1d-4a53-9f5e-2f4f3f0b7a11" */
  actor: string;
  /**
   * The type of the event.
   * @example "CaseDecided"
   */
  action: string;
  /** @example "case-5d1c7b7e-2f7a-4a39-8e55-0c2a7a1f9b30" */
  aggregate: string;
  source: AuditSourceView;
  /** Of the request that it followed from: its `X-Request-Id`. */
  correlation_id: string;
  /** Of the request or the event that caused it. */
  causation_id: string;
  /** By field; what belongs to a part as `documents.<doc_id>.<field>`. Null far behind in very long histories. */
  changes: { [field: string]: AuditChangeView } | null;
  /**
   * The same in words.
   * @example "The API key “Back office” decided the case"
   */
  words: string;
}
