import { describe, expect, it } from 'vitest';
import { createChangeStreams, type ChangeStreams } from '../../../../src/api/audit/changeStreams.js';
import { createLog } from '../../../../src/platform/log.js';

const caller = { tenant_id: 'acme' };

/** Streams over a trail that somebody else writes: `add` is what they do. */
function streamsOver(): ChangeStreams & { add(tenant_id: string): void } {
  const entries: { tenant_id: string; position: string }[] = [];
  const notify: ((payload: string | undefined) => void)[] = [];
  const streams = createChangeStreams({
    log: createLog('silent'),
    database: {
      listen: (_channel, onNotify) => {
        notify.push(onNotify);
        return Promise.resolve(() => Promise.resolve());
      },
    },
    queries: {
      audit: {
        lastPosition: () => Promise.resolve(entries.at(-1)?.position),
        tenantsSince: ({ position }) =>
          Promise.resolve(entries.filter((entry) => Number(entry.position) > Number(position))),
      },
    },
  });
  return {
    ...streams,
    add(tenant_id) {
      entries.push({ tenant_id, position: String(entries.length + 1) });
      notify.forEach((tell) => tell(`audit_v99:${entries.length}`));
    },
  };
}

/** Opens one for a tenant and lets the first look go by, which wakes everybody. */
async function settled(streams: ReturnType<typeof streamsOver>) {
  const stream = streams.open(caller, 'acme');
  streams.add('acme');
  expect(await stream.woken()).toBe('news');
  return stream;
}

describe('the streams of changes of a process', () => {
  it('are woken by what is new of their tenant, also where it came before they waited, and not by what is of others', async () => {
    const streams = streamsOver();
    const own = await settled(streams);
    const all = streams.open({ tenant_id: '' }, undefined);
    streams.add('other');
    expect(await all.woken()).toBe('news');
    let woken = false;
    const later = own.woken().then((why) => {
      woken = true;
      return why;
    });
    streams.add('other');
    expect(await all.woken()).toBe('news');
    expect(woken).toBe(false);
    streams.add('acme');
    expect(await later).toBe('news');
    streams.end();
  });

  it('end together when the service stops, and none begins from then on', async () => {
    const streams = streamsOver();
    const stream = streams.open(caller, 'acme');
    streams.end();
    expect([await stream.woken(), await stream.woken()]).toEqual(['end', 'end']);
    expect(() => streams.open(caller, 'acme')).toThrow('The service is stopping');
  });

  it('have places, of which one that is over gives back its own, once', () => {
    const streams = streamsOver();
    const ofSession = { tenant_id: 'acme', session_id: 'one' };
    const open = Array.from({ length: 5 }, () => streams.open(ofSession, 'acme'));
    expect(() => streams.open(ofSession, 'acme')).toThrow('More than 5 streams of changes with this session');
    open[0]?.close();
    open[0]?.close();
    open[0] = streams.open(ofSession, 'acme');
    expect(() => streams.open(ofSession, 'acme')).toThrow('More than 5');
    for (let count = 5; count < 100; count++) open.push(streams.open(caller, 'acme'));
    expect(() => streams.open(caller, 'acme')).toThrow('More than 100 streams of changes of yours');
    expect(() => streams.open({ tenant_id: 'acme', session_id: 'two' }, 'acme')).toThrow('More than 100');
    open.forEach((stream) => stream.close());
    expect(() => streams.open({ tenant_id: 'acme', session_id: 'two' }, 'acme').close()).not.toThrow();
  });

  it('go from tenants that have most to those that have fewer, where none is left, until all have as many', async () => {
    const streams = streamsOver();
    const of = (tenant_id: string) => streams.open({ tenant_id }, tenant_id);
    const taken = ['a', 'b', 'c', 'd', 'e'].map((tenant) => Array.from({ length: 100 }, () => of(tenant)));
    expect(() => of('a')).toThrow('More than 100');
    const late = Array.from({ length: 83 }, () => of('late'));
    expect(() => of('late')).toThrow('The service has no room for more streams of changes now');
    expect(() => of('another')).not.toThrow();
    // Each gave up those that it had had for longest, and has the others.
    for (const own of taken) expect(await Promise.race([own[0]!.woken(), own[99]!.woken()])).toBe('end');
    streams.add('late');
    expect([await late[82]!.woken(), await taken[0]![0]!.woken()]).toEqual(['news', 'end']);
    streams.end();
  });
});
