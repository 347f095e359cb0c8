import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lookUpInDns, type LookUp } from '../../../../src/platform/network/nameLookUp.js';

const A = 1;
const AAAA = 28;
const HEADER_BYTES = 12;

let server: Socket;
let lookUp: LookUp;
beforeEach(async () => {
  server = createSocket('udp4').bind(0, '127.0.0.1');
  await once(server, 'listening');
  lookUp = lookUpInDns([`127.0.0.1:${String(server.address().port)}`]);
});
afterEach(() => server.close());

/** Answers queries of a type with one address of so many bytes, and others with none (RFC 1035, section 4). */
function answer(addresses: ReadonlyMap<number, readonly number[]>): void {
  server.on('message', (query, { port, address: asker }) => {
    const question = query.subarray(HEADER_BYTES, query.indexOf(0, HEADER_BYTES) + 5);
    const type = question.readUInt16BE(question.length - 4);
    const found = addresses.get(type);
    const head = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, found ? 1 : 0, 0, 0, 0, 0]);
    query.copy(head, 0, 0, 2);
    const ttl = [0, 0, 0, 60];
    const record = found ? [0xc0, HEADER_BYTES, 0, type, 0, 1, ...ttl, 0, found.length, ...found] : [];
    server.send(Buffer.concat([head, question, Buffer.from(record)]), port, asker);
  });
}

const v4 = [192, 0, 2, 7];
const v6 = [0x20, 0x01, 0x0d, 0xb8, ...Array<number>(11).fill(0), 7];
const found4 = { address: '192.0.2.7', family: 4 };
const found6 = { address: '2001:db8::7', family: 6 };

describe('a name that is looked up in DNS', () => {
  it.each([
    { has: new Map([[A, v4]]), found: [found4] },
    { has: new Map([[AAAA, v6]]), found: [found6] },
    {
      has: new Map([
        ...([
          [A, v4],
          [AAAA, v6],
        ] as const),
      ]),
      found: [found4, found6],
    },
  ])('has all of its addresses found, of whichever family: $found', async ({ has, found }) => {
    answer(has);
    const all = await lookUp('receiver.example', new AbortController().signal);
    expect(new Set(all)).toEqual(new Set(found));
  });

  it('is not found where it has no address', async () => {
    answer(new Map());
    await expect(lookUp('receiver.example', new AbortController().signal)).rejects.toMatchObject({ code: 'ENODATA' });
  });

  it('takes no thread from others, and is given up with what it is for, where its server never answers', async () => {
    const over = new AbortController();
    const asked = new Set<number>();
    const allAsked = new Promise<void>((resolve) => {
      server.on('message', (_query, { port }) => asked.add(port).size === 20 && resolve());
    });
    const all = Array.from({ length: 20 }, (_, n) => lookUp(`r${String(n)}.example`, AbortSignal.any([over.signal])));
    const ended = Promise.allSettled(all);
    await allAsked;
    expect(await lookup('localhost')).toBeTruthy(); // by one of libuv's threads, of which there are four
    over.abort();
    expect(await ended).toEqual(
      Array.from({ length: 20 }, () => ({
        status: 'rejected',
        reason: expect.objectContaining({ code: 'ECANCELLED' }) as unknown,
      })),
    );
    await expect(lookUp('receiver.example', over.signal)).rejects.toThrow(/abort/);
  });
});
