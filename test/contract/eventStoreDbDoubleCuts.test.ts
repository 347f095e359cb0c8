import { once } from 'node:events';
import { EventStoreDBClient, jsonEvent, StreamNotFoundError } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { credentials, status } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEventStoreDbDouble, type EventStoreDbDouble } from '../support/eventStoreDbDouble/double.js';
import { unique } from './eventStore/events.js';

let server: EventStoreDbDouble;
let client: EventStoreDBClient;
beforeAll(async () => {
  server = await startEventStoreDbDouble({ batchAppend: true });
  client = EventStoreDBClient.connectionString(server.url);
});
afterAll(async () => {
  await client.dispose();
  server.kill();
});

it('an append without events, as one that is cut off early leaves it, is refused, and the double goes on', async () => {
  const name = unique('stream');
  const caller = new streamsService.StreamsClient(`127.0.0.1:${server.port}`, credentials.createInsecure());
  const call = caller.append(() => undefined);
  const over = once(call, 'status');
  call.write(new streams.AppendReq().setOptions(optionsFor(name)));
  call.end();
  expect(await over).toMatchObject([{ code: status.UNIMPLEMENTED }]);
  caller.close();
  await client.appendToStream(unique('other'), jsonEvent({ type: 'Noted', data: {} }));
  const read = async (): Promise<void> => {
    for await (const event of client.readStream(name)) expect.unreachable(event.event?.type);
  };
  await expect(read()).rejects.toThrow(StreamNotFoundError);
});

const optionsFor = (name: string) =>
  new streams.AppendReq.Options()
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(new TextEncoder().encode(name)))
    .setAny(new shared.Empty());
