import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { until } from '../support/until.js';
import { mountSmallDisk } from '../support/smallDisk.js';
import { blankPage } from './support/blankPage.js';
import { startService, type Service } from './support/service.js';

const disk = await mountSmallDisk(32);
let service: Service | undefined;
afterAll(async () => {
  await service?.stop();
  await disk?.close();
});

test.skipIf(!disk)(
  'on a full disk what is there can be read, and what cannot be stored is 503 until there is room',
  async () => {
    service = await startService({ DATA_DIR: join(disk!.folder, 'data') });
    const { platform } = service;
    const input = { data: await blankPage(), mime_type: 'image/png', filename: 'page.png' };
    const run = () => platform.post('/v1/pipeline/run', { context_id: 'passport', input });
    const { body } = await run();
    const health = async (path: string) => {
      const answer = await platform.get(path);
      return { status: answer.status, room: (answer.body['checks'] as Record<string, unknown>)['room_for_files'] };
    };
    await disk!.fill();
    const full = { status: 'error', kind: 'filesystem', detail: 'There is no room for files' };
    await until(async () => (await health('/healthz')).status === 503 || undefined);
    expect(await health('/healthz')).toEqual({ status: 503, room: full });
    expect(await health('/readyz')).toEqual({ status: 200, room: undefined });
    expect((await platform.get(String(body['file_url']))).bytes).toEqual(Buffer.from(input.data, 'base64'));
    expect(await run()).toMatchObject({ status: 503 });
    await disk!.free();
    expect(await run()).toMatchObject({ status: 200 });
  },
);
