import { describe, expect, it } from 'vitest';
import { allProjections, allWork, eventDefinitions, routes } from '../../../src/start/features.js';
import { allMigrations } from '../../../src/start/migrations.js';

const twice = (names: readonly string[]): string[] => names.filter((name, index) => names.indexOf(name) !== index);

describe('what the features bring', () => {
  it.each([
    ['event type', eventDefinitions.map(({ type }) => type)],
    ['projection', allProjections.map(({ name }) => name)],
    ['table', allProjections.flatMap(({ tables }) => tables.map(({ name }) => name))],
    ['topic', allWork.map(({ topic }) => topic)],
    ['migration', allMigrations.map(({ name }) => name)],
  ])('has no %s twice', (_what, names) => {
    expect(names.length).toBeGreaterThan(0);
    expect(twice(names)).toEqual([]);
  });

  it('asks for work with events that there are, each for one kind of work', () => {
    const types = eventDefinitions.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining([...routes.keys()]));
    const asking = allWork.flatMap(({ askedBy }) => Object.keys(askedBy));
    expect(twice(asking)).toEqual([]);
  });
});
