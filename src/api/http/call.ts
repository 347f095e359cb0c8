import type { Request } from 'express';
import type { CommandContext, Committed } from '../../commands/core/context.js';
import { callerOf } from './access/authenticate.js';
import { actorOf, isPlatform, type Caller } from './access/caller.js';
import { stateOf } from './requestState.js';
import type { ApiContext } from './apiContext.js';
import { noneWithThisId } from '../../domain/core/decider.js';

/** One request as a controller sees it: who asks, and what there is to serve them with. */
export class Call {
  constructor(
    readonly services: ApiContext,
    private readonly request: Request,
  ) {}

  /** Who asks. */
  get caller(): Caller {
    return callerOf(this.request);
  }

  /** The tenant a request acts for: the one it names, else the caller's own. */
  tenantFor(named: string | undefined): string {
    return named ?? this.caller.tenant_id;
  }

  /** The tenant whose things a list shows; undefined shows every tenant's, which only the platform gets to see. */
  tenantFilter(named: string | undefined): string | undefined {
    if (!isPlatform(this.caller)) return this.caller.tenant_id;
    return named === '' ? undefined : named;
  }

  /** Whether the caller may see what belongs to a tenant. */
  maySee(tenantId: string): boolean {
    return isPlatform(this.caller) || this.caller.tenant_id === tenantId;
  }

  /**
   * What has an id, in small letters or capitals. `what` names its kind.
   * @throws DomainError `not_found` where there is none, or the caller may not see it: nobody can tell which
   */
  async findOwn<Thing extends { tenant_id: string }>(
    queries: { find(id: string): Promise<Thing | undefined> },
    id: string,
    what: string,
  ): Promise<Thing> {
    const found = await queries.find(id.toLowerCase());
    if (!found || !this.maySee(found.tenant_id)) throw noneWithThisId(what);
    return found;
  }

  /** Who asks for what, as the events will say it. */
  contextFor(tenantId: string): CommandContext {
    const { requestId, madeId } = stateOf(this.request);
    const actor = actorOf(this.caller);
    const context = { tenant_id: tenantId, actor, correlation_id: requestId, causation_id: requestId };
    return { ...context, ...(madeId !== undefined && { command_id: madeId }) };
  }

  /**
   * Id for what the request makes, where it has an `Idempotency-Key`: a request that begins again where another was cut
   * off has the same, so that commands can tell. Undefined for any other request.
   */
  get madeId(): string | undefined {
    return stateOf(this.request).madeId;
  }

  /** What a command led to, once the read models show it. */
  async visible<T>(command: Promise<Committed<T>>): Promise<T> {
    const committed = await command;
    await this.services.readYourWrites.wait(committed);
    return committed.value;
  }
}
