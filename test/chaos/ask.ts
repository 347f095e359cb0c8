import type { Callers } from './callers.js';
import type { Ledger } from './ledger.js';
import { TENANTS } from './tenants.js';

/** What is asked of the service in the end, when all of it is up again. */
export interface AskDeps {
  callers: Callers;
  ledger: Ledger;
  firstKey: string;
}

/** Keys work unless they were revoked, and types are there as they were last answered; what is not so, as sentences. */
export async function askForKeysAndTypes(deps: AskDeps): Promise<string[]> {
  const wrong: string[] = [];
  for (const key of deps.ledger.keys) {
    const { status } = await deps.callers.untilAnswered({ method: 'GET', path: '/v1/document-types', as: key.raw_key });
    const expected = key.revoked === 'maybe' ? [200, 401] : [key.revoked ? 401 : 200];
    if (!expected.includes(status)) wrong.push(`the key ${key.id}, revoked: ${key.revoked}, was answered ${status}`);
  }
  for (const type of deps.ledger.types) {
    const path = `/v1/document-types/${type.context_id}?tenant_id=${type.tenant}`;
    const { status, body } = await deps.callers.untilAnswered({ method: 'GET', path, as: deps.firstKey });
    const expected = type.there === 'maybe' ? [200, 404] : [type.there ? 200 : 404];
    if (!expected.includes(status))
      wrong.push(`the type ${type.context_id}, there: ${type.there}, was answered ${status}`);
    const name = String(body['display_name']);
    if (status === 200 && !type.names.has(name)) {
      wrong.push(`the type ${type.context_id} is called ${name}, and not ${[...type.names].join(' or ')}`);
    }
  }
  return wrong;
}

/** The secret of each tenant's webhooks. */
export async function askForSecrets({ callers, firstKey }: AskDeps): Promise<Map<string, string>> {
  const secrets = new Map<string, string>();
  for (const tenant of TENANTS) {
    const path = `/v1/webhooks/secret?tenant_id=${tenant}`;
    const { body } = await callers.untilAnswered({ method: 'GET', path, as: firstKey });
    secrets.set(tenant, String(body['secret']));
  }
  return secrets;
}
