import type { RunNote } from './ledger.js';
import { NOTE_TYPE } from './document.js';
import type { CallerDeps } from './load.js';

/** What a run of the load is called, which finds it again among all that the service has. */
export const filenameOf = ({ number, tenant }: Pick<RunNote, 'number' | 'tenant'>): string => `${tenant}-${number}.pdf`;

/** Asks for a run of a file, in base64; its id, where it was answered. */
export async function accept(deps: CallerDeps, run: RunNote, data: string): Promise<string | undefined> {
  const { callers, ledger, as, receiverUrl } = deps;
  ledger.runs.push(run);
  const ask = {
    ...({ method: 'POST', path: '/v1/pipeline/run', as } as const),
    body: {
      ...{ tenant_id: run.tenant, context_id: NOTE_TYPE.context_id, sync: run.sync },
      input: { data, mime_type: 'application/pdf', filename: filenameOf(run) },
      ...(run.webhook && { webhook_url: receiverUrl }),
    },
  };
  const answered = run.keyed
    ? await callers.untilAnswered({ ...ask, idempotencyKey: filenameOf(run) })
    : await callers.once(ask);
  if (!answered || answered.status >= 500) return undefined; // nobody knows what became of it
  if (answered.status !== 200) {
    const what = `run ${run.number} of ${run.tenant}`;
    ledger.complaints.push(`${what} was answered ${answered.status}: ${String(answered.body['detail'])}`);
    return undefined;
  }
  const id = String(answered.body['execution_id']);
  run.execution_id = id;
  return id;
}
