import type { Scope } from '../../../domain/apiKeys/index.js';
import type { GroupRights } from '../../../platform/settingForms.js';

/** What a person may do here. */
export interface PersonRights {
  /** Empty for the platform. */
  tenant_id: string;
  scopes: Scope[];
}

/**
 * What the groups of a person allow. The first of the rules that names one of the groups says which tenant; all rules of that tenant say what may be
 * done there. Undefined where no group is named.
 */
export function rightsOf(groups: readonly string[], rules: readonly GroupRights[]): PersonRights | undefined {
  const held = rules.filter(({ group }) => groups.includes(group));
  const [first] = held;
  if (!first) return undefined;
  const { tenant_id } = first;
  return {
    tenant_id,
    scopes: [...new Set(held.filter((one) => one.tenant_id === tenant_id).flatMap((one) => one.scopes))],
  };
}

/** The groups that an identity provider names: a list of texts, or one text. */
export function groupsIn(...claims: readonly unknown[]): string[] {
  return claims
    .flatMap((claim): unknown[] => (Array.isArray(claim) ? claim : [claim]))
    .filter((one): one is string => typeof one === 'string');
}
