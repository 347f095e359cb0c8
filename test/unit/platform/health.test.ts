import { expect, test } from 'vitest';
import { createProbes, NotWell } from '../../../src/platform/health.js';

const works = { name: 'database', kind: 'given', ask: () => undefined, needed: true };
const fails = { name: 'bus', ask: () => Promise.reject(new Error('gone')), needed: false };

test('a process that is starting is neither healthy nor ready, whatever answers already', async () => {
  const probes = createProbes();
  probes.watch(works);
  expect(await probes.health()).toEqual({
    status: 'error',
    checks: { database: { status: 'ok', kind: 'given' } },
    detail: 'The process is starting',
  });
  expect(await probes.readiness()).toMatchObject({ status: 'error' });
});

test('a part that fails is named; a process that can work without it stays ready', async () => {
  const probes = createProbes();
  probes.watch(works);
  probes.watch(fails);
  probes.phase = 'running';
  expect(await probes.health()).toMatchObject({
    status: 'error',
    checks: { bus: { status: 'error' } },
    detail: 'Not working: bus',
  });
  expect(await probes.readiness()).toMatchObject({ status: 'ok' });
});

test('a part says what is wrong with it only where that is meant for everybody', async () => {
  const probes = createProbes();
  probes.watch(fails);
  probes.watch({ name: 'projections', ask: () => Promise.reject(new NotWell('cases does not go on')), needed: false });
  probes.phase = 'running';
  expect((await probes.health()).checks).toEqual({
    bus: { status: 'error' },
    projections: { status: 'error', detail: 'cases does not go on' },
  });
});

test('a part that works says what is not as it should be, and is well', async () => {
  const probes = createProbes();
  probes.watch({ name: 'projections', ask: () => Promise.resolve('executions: 2 set aside'), needed: false });
  probes.phase = 'running';
  expect(await probes.health()).toEqual({
    status: 'ok',
    checks: { projections: { status: 'ok', detail: 'executions: 2 set aside' } },
  });
});

test('a process that is stopping takes no more work, and is well for as long as its parts are', async () => {
  const probes = createProbes();
  probes.watch(works);
  probes.phase = 'stopping';
  expect(await probes.readiness()).toMatchObject({ status: 'error', detail: 'The process is stopping' });
  expect(await probes.health()).toMatchObject({ status: 'ok' });
});

test('a part is asked once a second at most, however many want to know', async () => {
  let time = 0;
  let asked = 0;
  let well = true;
  const probes = createProbes(() => time);
  const ask = () => {
    asked++;
    return well ? Promise.resolve() : Promise.reject(new NotWell('gone'));
  };
  probes.watch({ name: 'database', ask, needed: true });
  probes.phase = 'running';
  await Promise.all(Array.from({ length: 50 }, () => [probes.health(), probes.readiness()]).flat());
  well = false;
  time = 999;
  expect([(await probes.health()).status, asked]).toEqual(['ok', 1]);
  time = 1_000;
  expect([(await probes.readiness()).status, asked]).toEqual(['error', 2]);
});
