/** Calls a service over HTTP. */
export interface Caller {
  /** @throws Error where it is refused */
  post(path: string, body: object): Promise<Record<string, unknown>>;
  /** @throws Error where it is refused */
  send(path: string, form: FormData): Promise<Record<string, unknown>>;
  /** @throws Error where it is refused */
  get(path: string): Promise<Record<string, unknown>>;
}

/** @param url Where the service is @param key With the scopes for what is asked */
export function createCaller(url: string, key: string): Caller {
  const ask = async (path: string, init: RequestInit): Promise<Record<string, unknown>> => {
    const headers = { 'X-Api-Key': key, ...(typeof init.body === 'string' && { 'Content-Type': 'application/json' }) };
    const response = await fetch(url + path, { ...init, headers });
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  return {
    post: (path, body) => ask(path, { method: 'POST', body: JSON.stringify(body) }),
    send: (path, form) => ask(path, { method: 'POST', body: form }),
    get: (path) => ask(path, {}),
  };
}
