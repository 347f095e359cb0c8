import { describe, expect, it } from 'vitest';
import { createTenantTurns } from '../../../src/platform/tenantTurns.js';

const all = (turns: { next(): string | undefined }): string[] => {
  const items: string[] = [];
  for (let item = turns.next(); item !== undefined; item = turns.next()) items.push(item);
  return items;
};

describe('turns', () => {
  it('are taken by tenant, each in its own order, and one that comes new is next', () => {
    const turns = createTenantTurns<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'b2']) turns.push(item[0]!, item);
    expect([turns.next(), turns.next(), turns.next()]).toEqual(['a1', 'b1', 'a2']);
    turns.push('c', 'c1');
    expect(all(turns)).toEqual(['c1', 'b2', 'a3']);
    expect(turns.size).toBe(0);
  });

  it('are given to nobody that may have none now', () => {
    const turns = createTenantTurns<string>();
    for (const item of ['a1', 'b1']) turns.push(item[0]!, item);
    expect(turns.next((tenant) => tenant !== 'a')).toBe('b1');
    expect(turns.next((tenant) => tenant !== 'a')).toBeUndefined();
    expect(turns.next()).toBe('a1');
  });

  it('stand in front of what else waits of a tenant when they are put back', () => {
    const turns = createTenantTurns<string>();
    for (const item of ['a1', 'a2', 'b1']) turns.push(item[0]!, item);
    expect(turns.next()).toBe('a1');
    turns.putBack('a', 'the rest of a1');
    expect(all(turns)).toEqual(['b1', 'the rest of a1', 'a2']);
  });

  it('are of no use to one that comes again and again: whoever waits is served in between', () => {
    const turns = createTenantTurns<string>();
    for (const item of ['a1', 'a2', 'a3']) turns.push('a', item);
    const served: (string | undefined)[] = [turns.next()];
    for (let n = 0; n < 4; n++) {
      turns.push('b', 'b');
      served.push(turns.next());
    }
    expect(served).toEqual(['a1', 'b', 'a2', 'b', 'a3']);
  });

  it('are given up for one item, or for what came last of a tenant', () => {
    const turns = createTenantTurns<string>();
    for (const item of ['a1', 'a2', 'a3']) turns.push('a', item);
    turns.drop('a', 'a2');
    expect(turns.dropLast('a')).toBe('a3');
    turns.drop('a', 'a3');
    expect(all(turns)).toEqual(['a1']);
  });
});
