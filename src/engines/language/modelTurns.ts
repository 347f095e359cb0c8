import { createTenantTurns } from '../../platform/tenantTurns.js';
import { ModelSilent } from './languageModel.js';

/** Lets so many ask at once, in the turns of tenants. */
export interface ModelTurns {
  /**
   * Does the work when it is its turn.
   * @throws ModelSilent `busy` where `signal` is aborted before, and what the work throws
   */
  take<Value>(tenant_id: string, signal: AbortSignal, work: () => Promise<Value>): Promise<Value>;
}

/** Creates turns. @param most at once; one tenant has all but one of them, where there are several */
export function createModelTurns(most: number): ModelTurns {
  const each = Math.max(1, most - 1);
  const waiting = createTenantTurns<() => void>();
  const asking = new Map<string, number>();
  let all = 0;
  const count = (tenant: string, by: 1 | -1): void => {
    all += by;
    const left = (asking.get(tenant) ?? 0) + by;
    if (left === 0) asking.delete(tenant);
    else asking.set(tenant, left);
  };
  const startNext = (): void => {
    if (all < most) waiting.next((tenant) => (asking.get(tenant) ?? 0) < each)?.();
  };
  const turn = (tenant: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => {
        waiting.drop(tenant, start);
        reject(new ModelSilent('busy'));
      };
      const start = (): void => {
        signal.removeEventListener('abort', giveUp);
        count(tenant, 1);
        resolve();
      };
      if (signal.aborted) return reject(new ModelSilent('busy'));
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.push(tenant, start);
      startNext();
    });
  return {
    async take(tenant, signal, work) {
      await turn(tenant, signal);
      try {
        return await work();
      } finally {
        count(tenant, -1);
        startNext();
      }
    },
  };
}
