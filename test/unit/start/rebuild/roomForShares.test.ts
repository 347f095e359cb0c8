import { availableParallelism, freemem } from 'node:os';
import { describe, expect, it } from 'vitest';
import { roomHere, sharesFor } from '../../../../src/start/rebuild/roomForShares.js';

const MIB = 2 ** 20;

describe('a rebuild', () => {
  it.each([
    [2, 1_312, 2],
    [8, 1_711, 2],
    [8, 1_712, 3],
    [3, 100_000, 3],
    [64, 100_000, 4],
  ])('on %i cores with %i MiB of free memory goes in %i shares, and leaves 512 MiB of it', (cores, mib, shares) => {
    expect(sharesFor({ cores, memory: mib * MIB })).toEqual({ shares });
  });

  it('says why it goes in one', () => {
    expect(sharesFor({ cores: 1, memory: 100_000 * MIB })).toEqual({ shares: 1, why: 'there is one core' });
    expect(sharesFor({ cores: 4, memory: 1_311 * MIB })).toEqual({
      shares: 1,
      why: 'two shares want 1,312 MiB of memory, and 1,311 MiB are free',
    });
  });
});

describe('the room of a process', () => {
  const group = (files: Record<string, string>) => (file: string) => files[file] ?? '';
  const bounded = {
    'cpu.max': '150000 100000\n',
    'memory.max': `${300 * MIB}\n`,
    'memory.current': `${280 * MIB}\n`,
    'memory.stat': `anon 1\nactive_file 2\ninactive_file ${200 * MIB}\nslab 3\n`,
  };

  it('is what its container may have, in whole cores, and with the memory of files that can be let go of', () => {
    expect(roomHere(group(bounded))).toEqual({ cores: 1, memory: Math.min(220 * MIB, freemem()) });
    expect(roomHere(group({ ...bounded, 'cpu.max': '50000 100000\n' })).cores).toBe(1);
  });

  it('is what the machine has where nothing bounds it', () => {
    const none: Record<string, string> = {};
    for (const files of [none, { 'cpu.max': 'max 100000\n', 'memory.max': 'max\n', 'memory.current': '1\n' }]) {
      const { cores, memory } = roomHere(group(files));
      expect(cores).toBe(availableParallelism());
      expect(memory).toBeGreaterThan(0);
    }
    expect(roomHere(group({ 'cpu.max': '6400000 1000\n' })).cores).toBe(availableParallelism());
  });
});
