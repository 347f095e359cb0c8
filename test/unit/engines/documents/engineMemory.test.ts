import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { shareOutMemory, thisMachine } from '../../../../src/engines/documents/engineMemory.js';

const GIB = 1024 ** 3;
const composeFile = new URL('../../../../docker-compose.yml', import.meta.url);

describe('the memory of engine processes', () => {
  it.each([
    { limit: 2, cores: 2, processes: 1 },
    { limit: 3, cores: 2, processes: 1 },
    { limit: 4, cores: 8, processes: 2 },
    { limit: 16, cores: 8, processes: 4 },
    { limit: 6, cores: 2, processes: 4, given: { processes: 4 } },
  ])('fits into the limit of a container beside the service: $limit GiB, $cores cores', ({ given, ...machine }) => {
    const limit = machine.limit * GIB;
    const { processes, ceiling, fits } = shareOutMemory({ cores: machine.cores, memory: 64 * GIB, limit }, given);
    expect([processes, fits]).toEqual([machine.processes, true]);
    expect(processes * ceiling).toBeLessThanOrEqual(limit - GIB);
    expect(ceiling).toBeGreaterThanOrEqual(GIB);
  });

  it('is 2 GiB for each where nothing limits it, and half of the machine is theirs', () => {
    expect(shareOutMemory({ cores: 16, memory: 8 * GIB })).toMatchObject({ processes: 3, ceiling: 2 * GIB });
    expect(shareOutMemory({ cores: 1, memory: GIB })).toMatchObject({ processes: 1, ceiling: 2 * GIB });
  });

  it('is never less than a document takes: without any the kernel is left to judge', () => {
    expect(shareOutMemory({ cores: 2, memory: 64 * GIB, limit: GIB })).toMatchObject({
      ...{ processes: 1, ceiling: GIB / 2, fits: false },
    });
  });

  it('is what is set, where that is, and says so where there is no room for it', () => {
    const set = { processes: 3, ceiling: 4 * GIB };
    const machine = { cores: 2, memory: 64 * GIB };
    expect(shareOutMemory({ ...machine, limit: 3 * GIB }, set)).toMatchObject({ ...set, fits: false });
    expect(shareOutMemory({ ...machine, limit: 13 * GIB }, set)).toMatchObject({ ...set, fits: true });
    expect(shareOutMemory(machine, set)).toMatchObject({ ...set, fits: true });
  });

  it('leaves a process room for a document when it begins one', () => {
    const { ceiling, recycleAbove } = shareOutMemory({ cores: 2, memory: 8 * GIB });
    expect(recycleAbove).toBeLessThan(0.6 * ceiling);
  });

  it('goes by no limit that is more than there is', () => {
    const { memory, limit = 0 } = thisMachine();
    expect(limit).toBeLessThan(memory);
  });

  it('is 2 GiB in the containers of docker-compose.yml that read documents', async () => {
    const { services } = parse(await readFile(composeFile, 'utf8'), { merge: true }) as {
      services: Record<string, { deploy: { resources: { limits: { memory: string } } } }>;
    };
    for (const name of ['api', 'worker']) {
      const [, gib] = /^(\d+)g$/.exec(services[name]!.deploy.resources.limits.memory) ?? [];
      const { processes, ceiling } = shareOutMemory({ cores: 2, memory: 64 * GIB, limit: Number(gib) * GIB });
      expect([name, processes, ceiling]).toEqual([name, 1, 2 * GIB]);
    }
  });
});
