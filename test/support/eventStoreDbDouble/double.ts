import { once } from 'node:events';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import featuresService, { type IServerFeaturesServer } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streamsService, { type IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { answerAppend } from './appends.js';
import { answerBatchAppends } from './batchAppends.js';
import { MemoryLog } from './memoryLog.js';
import { refusals, streamName } from './messages.js';
import { answerRead } from './reads.js';

/** The server's own limit of a message, in bytes; that of grpc-js is 4 MiB. */
const MAX_MESSAGE = 16_767_216;

/** EventStoreDB as its client sees it over the wire. */
export interface EventStoreDbDouble {
  readonly port: number;
  /** Connection string of the double itself. */
  readonly url: string;
  /** Ends the server at once, as `kill -9` does; the log stays. */
  kill(): void;
  /** Starts it again on the same port, with the log it had. */
  restart(): Promise<void>;
  /** Takes requests and writes what they bring, but answers nothing from now on. */
  fallSilent(): void;
  /** Resolves once that many events of its users are in the log. */
  written(count: number): Promise<void>;
  /** How many subscribers it has dropped for being slow. */
  dropped(): number;
  /** Everything that was written, as text. */
  text(): string;
}

/** What the double is to be like. */
export interface DoubleOptions {
  /** Whether it offers batched appends, as servers since 21.10 do. */
  batchAppend: boolean;
}

/**
 * A double of EventStoreDB 23.10 for the wire, made from the service definitions that its client ships. It keeps its
 * events in memory and knows nothing of this service.
 */
export async function startEventStoreDbDouble(options: DoubleOptions): Promise<EventStoreDbDouble> {
  const log = new MemoryLog();
  let silent = false;
  const create = (): Server => createServer(log, options, () => silent);
  let server = create();
  const port = await listen(server, 0);
  return {
    port,
    url: `esdb://127.0.0.1:${port}?tls=false`,
    kill: () => server.forceShutdown(),
    async restart() {
      silent = false;
      server = create();
      await listen(server, port);
    },
    fallSilent: () => {
      silent = true;
    },
    async written(count) {
      while (log.events.filter(({ type }) => !type.startsWith('$')).length < count) await once(log.changes, 'appended');
    },
    dropped: () => log.droppedSubscribers,
    text: () =>
      log.events
        .map((event) => [event.stream, event.type, utf8(event.data), utf8(event.metadata)].join(' '))
        .join('\n'),
  };
}

const utf8 = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

function createServer(log: MemoryLog, options: DoubleOptions, isSilent: () => boolean): Server {
  const onStreams: IStreamsServer = {
    append: (call, answer) =>
      answerAppend(log, call, (...result) => {
        if (!isSilent()) answer(...result);
      }),
    batchAppend: (call) => answerBatchAppends(log, call, isSilent),
    read: (call) => {
      if (!isSilent()) void answerRead(log, call);
    },
    tombstone: (call, answer) => {
      log.tombstone(streamName(call.request.getOptions()));
      answer(null, new streams.TombstoneResp());
    },
    delete: (_call, answer) => answer(refusals.unimplemented('Delete')),
  };
  const onFeatures: IServerFeaturesServer = {
    getSupportedMethods: (_call, answer) => answer(null, supportedMethods(options)),
  };
  const server = new Server({ 'grpc.max_receive_message_length': MAX_MESSAGE });
  server.addService(streamsService.StreamsService, onStreams);
  server.addService(featuresService.ServerFeaturesService, onFeatures);
  return server;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
}

function supportedMethods({ batchAppend }: DoubleOptions) {
  const methods = ['append', 'read', ...(batchAppend ? ['batchappend'] : [])];
  return new features.SupportedMethods().setEventStoreServerVersion('23.10.6').setMethodsList(
    methods.map((name) =>
      new features.SupportedMethod()
        .setServiceName('event_store.client.streams.streams')
        .setMethodName(name)
        .setFeaturesList(name === 'batchappend' ? ['deadline_duration'] : []),
    ),
  );
}
