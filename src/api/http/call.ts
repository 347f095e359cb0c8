import type { Request } from 'express';
import type { Language } from '../../domain/cases/index.js';
import type { Mode } from '../../domain/core/mode.js';
import type { CommandContext, Committed } from '../../commands/core/context.js';
import { callerOf } from './access/authenticate.js';
import { actorOf, isPlatform, maySee, type Caller } from './access/caller.js';
import { findOwn, type Finds } from './access/findOwn.js';
import type { AsOf } from '../../projections/core/asOf.js';
import { acceptedLanguage } from './requests/acceptedLanguage.js';
import { readAsOf } from './requests/asOf.js';
import { stateOf } from './requestState.js';
import type { ApiContext } from './apiContext.js';

/** One request as a controller sees it: who asks, and what there is to serve them with. */
export interface Call {
  readonly services: ApiContext;
  /** Who asks. Reading it throws on an open path. */
  readonly caller: Caller;
  /** Whether who asks means it, or tries. */
  readonly mode: Mode;
  /**
   * Id for what the request makes, where it has an `Idempotency-Key`: a request that begins again where another was cut
   * off has the same, so that commands can tell. Undefined for any other request.
   */
  readonly madeId: string | undefined;
  /** The tenant a request acts for: the one it names, else the caller's own, which for a tenant's key is the only one. */
  tenantFor(named: string | undefined): string;
  /** The tenant whose things a list shows; undefined shows every tenant's, which only the platform gets to see. */
  tenantFilter(named: string | undefined): string | undefined;
  /** Whether the caller may see what belongs to a tenant. */
  maySee(tenantId: string): boolean;
  /**
   * What has an id, in small letters or capitals, as it is or as it was at a moment. `what` names its kind. Who is shown it is recorded (`shown`).
   * @throws DomainError `not_found` where there is none, or the caller may not see it: nobody can tell which
   */
  findOwn<Thing extends { tenant_id: string }>(
    queries: Finds<Thing>,
    id: string,
    what: string,
    asOf?: AsOf,
  ): Promise<Thing>;
  /**
   * Records, where the tenant asks for it, that the caller is about to be shown what is kept of people: of an operation with `x-personal-data`, by
   * the ids of what. What is found with `findOwn` is recorded there. @throws EventStoreUnavailable: what could not be recorded is not to be shown
   */
  shown(tenantId: string, of: readonly string[]): Promise<void>;
  /** The same of the things of a list, each in the trail of its tenant. */
  shownAll(things: readonly { tenant_id: string; id: string }[]): Promise<void>;
  /** The moment that a parameter `as_of` names; undefined where it is left out. @throws ApiError 422 for one that has not come yet */
  asOf(named: string | undefined): Promise<AsOf | undefined>;
  /** Makes a list as of a moment, of which few are made at once. @throws ApiError 429 and 503 where no more can be */
  pastList<T>(make: () => Promise<T>): Promise<T>;
  /** The language of something where it is said, else the one that the caller's browser asks for. */
  languageOf(said: Language | null | undefined): Language;
  /** Who asks for what, as the events will say it. */
  contextFor(tenantId: string): CommandContext;
  /** What a command led to, once the read models show it. */
  visible<T>(command: Promise<Committed<T>>): Promise<T>;
}

/** A request, for its controller. That of an open path has no caller. */
export function createCall(services: ApiContext, request: Request): Call {
  const caller = (): Caller => callerOf(request);
  const shown: Call['shown'] = async (tenantId, of) => {
    const { operation } = stateOf(request);
    if (!operation?.personal) return;
    await services.commands.readRecords.record(contextFor(tenantId), { operation: operation.id, of: [...of] });
  };
  const contextFor = (tenantId: string): CommandContext => {
    const { requestId, madeId } = stateOf(request);
    const context = { tenant_id: tenantId, correlation_id: requestId, causation_id: requestId };
    const { mode } = caller();
    return {
      ...{ ...context, actor: actorOf(caller()) },
      ...(madeId !== undefined && { command_id: madeId }),
      // Left out for what is meant: what goes on with a trial stays one, whoever asks.
      ...(mode === 'test' && { mode }),
    };
  };
  return {
    services,
    maySee: (tenantId) => maySee(caller(), tenantId),

    get caller() {
      return caller();
    },

    get mode() {
      return caller().mode ?? 'live';
    },

    get madeId() {
      return stateOf(request).madeId;
    },

    tenantFor: (named) => (isPlatform(caller()) ? (named ?? caller().tenant_id) : caller().tenant_id),

    tenantFilter(named) {
      if (!isPlatform(caller())) return caller().tenant_id;
      return named === '' ? undefined : named;
    },

    async findOwn(queries, id, what, asOf) {
      const found = await findOwn(caller(), queries, { id, what, asOf });
      // What is shown by another method says so itself: it is not what was found.
      if (request.method !== 'POST') await shown(found.tenant_id, [id.toLowerCase()]);
      return found;
    },

    shown,

    async shownAll(things) {
      const idsOf = (tenantId: string): string[] =>
        things.filter(({ tenant_id }) => tenant_id === tenantId).map(({ id }) => id);
      const tenants = new Set(things.map(({ tenant_id }) => tenant_id));
      await Promise.all([...tenants].map((tenantId) => shown(tenantId, idsOf(tenantId))));
    },

    asOf: (named) => readAsOf(services, named),

    pastList: (make) => services.pastListPlaces.during(caller().tenant_id, make),

    languageOf: (said) => said ?? acceptedLanguage(request),

    contextFor,

    async visible(command) {
      const committed = await command;
      await services.readYourWrites.wait(committed);
      return committed.value;
    },
  };
}
