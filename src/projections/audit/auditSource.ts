/** From where something was done. */
export interface AuditSource {
  /** An API key, a person, a worker of the service, or the service itself. */
  kind: 'key' | 'person' | 'worker' | 'system';
  /** Of the key or the person, or the role of the worker; null for the service itself. */
  id: string | null;
}

/** From where an actor acts: `key:<id>`, `person:<subject>`, `worker:<role>` or `system`. */
export function sourceOf(actor: string): AuditSource {
  const [kind = '', id = ''] = actor.split(/:(.*)/s);
  return kind === 'key' || kind === 'person' || kind === 'worker' ? { kind, id } : { kind: 'system', id: null };
}
