import type { Caller } from '../access/caller.js';
import type { ApiConfig } from '../services.js';
import { createShares, type Shares } from './shares.js';

const MIB = 1024 * 1024;

/** Requests, and MiB of bodies. */
interface Amounts {
  requests: number;
  bodies: number;
}

/**
 * Most requests that are open at once with one link, and most MiB of their bodies: a customer hands in one picture after the
 * other, of 20 MiB at most, and whoever has a link shall not take what others with links of the same tenant need.
 */
const OF_ONE_LINK: Amounts = { requests: 20, bodies: 24 };

/** How much of a tenant's share all its links together may take: the rest is for its keys and its people at any time. */
const SHARE_OF_LINKS = 0.5;

/** The requests and bodies of all of one kind, by their names. */
export interface Part {
  requests: Shares;
  /** In bytes. */
  bodies: Shares;
  /** Most of one of them. */
  each: Amounts;
}

/** From what a caller takes. */
export interface Parts {
  /** By tenants: the whole of what the process has. */
  tenants: Part;
  /** What a request of this caller takes from, the narrowest first, and by which name there. */
  of(caller: Pick<Caller, 'tenant_id' | 'capture'>): [Part, string][];
}

/** Divides what the process has as its settings say: to tenants, of which each gives some to its links, and each link has some of that. */
export function createParts({ openRequests, bodyMemory }: Pick<ApiConfig, 'openRequests' | 'bodyMemory'>): Parts {
  const ofTenant: Amounts = { requests: openRequests.each, bodies: bodyMemory.each };
  const ofItsLinks: Amounts = {
    requests: Math.ceil(ofTenant.requests * SHARE_OF_LINKS),
    bodies: ofTenant.bodies * SHARE_OF_LINKS,
  };
  const tenants = createPart(ofTenant, { requests: openRequests.all, bodies: bodyMemory.all });
  const [tenantsLinks, links] = [createPart(ofItsLinks), createPart(OF_ONE_LINK)];
  return {
    tenants,
    of({ tenant_id, capture }) {
      const own: [Part, string] = [tenants, tenant_id];
      return capture ? [[links, capture.link_id], [tenantsLinks, tenant_id], own] : [own];
    },
  };
}

/** @param all most of all together; without it each is bounded and no more */
const createPart = (each: Amounts, all: Amounts = { requests: Infinity, bodies: Infinity }): Part => ({
  requests: createShares({ all: all.requests, each: each.requests }),
  bodies: createShares({ all: all.bodies * MIB, each: each.bodies * MIB }),
  each,
});
