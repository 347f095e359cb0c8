/** From where something was done. */
export interface AuditSource {
  /** An API key, a person, a link of a customer, a worker of the service, or the service itself. */
  kind: 'key' | 'person' | 'link' | 'worker' | 'system';
  /** Of the key, the person or the link, or the role of the worker; null for the service itself. */
  id: string | null;
}

/** From where an actor acts: `key:<id>`, `person:<subject>`, `worker:<role>` or `system`. */
export function sourceOf(actor: string): AuditSource {
  const [kind = '', id = ''] = actor.split(/:(.*)/s);
  return kind === 'key' || kind === 'person' || kind === 'link' || kind === 'worker'
    ? { kind, id }
    : { kind: 'system', id: null };
}
