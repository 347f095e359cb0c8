import { percentile, type Benchmark } from './figure.js';
import { startBareServer, startService } from './servers.js';

const STARTS = 5;

/** From the start of the process until /healthz answers 200, over the data of an earlier run. */
export const benchStart: Benchmark = async (workshop) => {
  const env = { DATA_DIR: await workshop.folder() };
  const first = await startService(workshop, env);
  await first.stop();
  const took: number[] = [];
  const bare: number[] = [];
  for (let n = 0; n < STARTS; n++) {
    for (const [start, times] of [
      [() => startService(workshop, env), took],
      [() => startBareServer(workshop), bare],
    ] as const) {
      const server = await start();
      times.push(server.startedIn);
      await server.stop();
    }
  }
  const baseline = { name: 'bare express', value: percentile(bare, 50) };
  return [
    { name: 'start with an empty data folder', value: first.startedIn, unit: 'ms', baseline },
    {
      ...{ name: 'start', value: percentile(took, 50), unit: 'ms', baseline },
      aim: { of: 'value', at: 'most', is: 3_000 },
    },
  ];
};
