/** One part that the service stands on. */
export interface HealthCheck {
  status: 'ok' | 'error';
  /**
   * Which adapter serves it, or what it runs.
   * @example "postgres"
   */
  kind?: string;
}

/** Whether the service can do its work. */
export interface Health {
  status: 'ok' | 'error';
  /** @example { "database": { "status": "ok", "kind": "embedded" } } */
  checks: { [part: string]: HealthCheck };
  /** Names the parts that fail, when some do. */
  detail?: string;
}
