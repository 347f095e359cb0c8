import { once } from 'node:events';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import featuresService, { type IServerFeaturesServer } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streamsService, { type IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import usersService from '@eventstore/db-client/generated/users_grpc_pb.js';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { refusalOf, type Users } from './access.js';
import { answerAppend } from './appends.js';
import { answerBatchAppends } from './batchAppends.js';
import { answerGossip } from './gossip.js';
import { openJournal } from './journal.js';
import { MemoryLog } from './memoryLog.js';
import { refusals, streamName } from './messages.js';
import { answerRead } from './reads.js';
import { answerUsers } from './users.js';

/** The server's own limit of a message, in bytes; that of grpc-js is 4 MiB. */
const MAX_MESSAGE = 16_767_216;

/** EventStoreDB as its client sees it over the wire. */
export interface EventStoreDbDouble {
  readonly port: number;
  /** Connection string of the double itself, without users and TLS. */
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
}

/** What the double is to be like. */
export interface DoubleOptions {
  /** Whether it offers batched appends, as servers since 21.10 do. */
  batchAppend: boolean;
  /** Where it listens; any free port when absent. */
  port?: number;
  /** The file that it keeps its log in; absent means in memory alone. */
  file?: string;
  /** Users by name, with their passwords; absent means that it asks nobody who he is. */
  users?: Users;
  /** PEM of its certificate and key; absent means that it speaks plain text. */
  tls?: { certificate: Buffer; key: Buffer };
}

/**
 * A double of EventStoreDB 23.10 for the wire, made from the service definitions that its client ships. It knows nothing of
 * this service.
 */
export async function startEventStoreDbDouble(options: DoubleOptions): Promise<EventStoreDbDouble> {
  const log = new MemoryLog(options.file === undefined ? undefined : openJournal(options.file));
  let silent = false;
  let port = options.port ?? 0;
  const create = (): Server => createServer({ log, options, isSilent: () => silent, port: () => port });
  let server = create();
  port = await listen(server, options);
  return {
    port,
    url: `esdb://127.0.0.1:${port}?tls=false`,
    kill: () => server.forceShutdown(),
    async restart() {
      silent = false;
      server = create();
      await listen(server, { ...options, port });
    },
    fallSilent: () => {
      silent = true;
    },
    async written(count) {
      while (log.events.filter(({ type }) => !type.startsWith('$')).length < count) await once(log.changes, 'appended');
    },
    dropped: () => log.droppedSubscribers,
  };
}

/** What a server is made with. */
interface ServerDeps {
  log: MemoryLog;
  options: DoubleOptions;
  isSilent: () => boolean;
  port: () => number;
}

function createServer({ log, options, isSilent, port }: ServerDeps): Server {
  const access = { users: options.users, log };
  const onStreams: IStreamsServer = {
    append: (call, answer) => {
      const refusal = refusalOf(access, call.metadata, 'append');
      if (refusal) return answer(refusal);
      answerAppend(log, call, (...result) => {
        if (!isSilent()) answer(...result);
      });
    },
    batchAppend: (call) => {
      const refusal = refusalOf(access, call.metadata, 'append');
      if (refusal) return void call.emit('error', refusal);
      answerBatchAppends(log, call, isSilent);
    },
    read: (call) => {
      if (isSilent()) return;
      const wish = call.request.getOptions()?.hasAll() ? 'read $all' : 'read a stream';
      const refusal = refusalOf(access, call.metadata, wish);
      if (refusal) return void call.emit('error', refusal);
      void answerRead(log, call);
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
  server.addService(gossipService.GossipService, answerGossip(port));
  server.addService(usersService.UsersService, answerUsers(access));
  return server;
}

function listen(server: Server, { port = 0, tls }: Pick<DoubleOptions, 'port' | 'tls'>): Promise<number> {
  const credentials = tls
    ? ServerCredentials.createSsl(null, [{ cert_chain: tls.certificate, private_key: tls.key }])
    : ServerCredentials.createInsecure();
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
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
