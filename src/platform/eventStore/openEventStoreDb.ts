import type { Log } from '../log.js';
import { StartError } from '../startError.js';
import { EventStoreDenied, type EventStore } from './eventStore.js';
import { createEventStoreDb } from './eventStoreDb.js';
import { readEventStoreDbAddress } from './eventStoreDbAddress.js';

/** What opening it takes. */
interface OpenDeps {
  /** `EVENTSTORE_URL`. */
  url: string;
  log: Log;
}

/**
 * The event store in EventStoreDB, once it has answered.
 * @throws StartError that says why it cannot be used and what to do, without a secret
 */
export async function openEventStoreDb({ url, log }: OpenDeps): Promise<EventStore> {
  const store = create({ url, log });
  const failure = await failureOf(store);
  if (failure === undefined) return store;
  await store.close();
  throw new StartError(`EVENTSTORE_URL: ${sentenceOf(await moreOf(failure, { url, log }), url)}.`);
}

function create(deps: OpenDeps): EventStore {
  try {
    return createEventStoreDb(deps);
  } catch (error) {
    // The client's other messages quote the address.
    const isFile = error instanceof Error && error.message.startsWith('Failed to load certificate');
    throw new StartError(
      isFile
        ? 'EVENTSTORE_URL: a file that tlsCAFile, userCertFile or userKeyFile names is not there.'
        : 'EVENTSTORE_URL: the client of EventStoreDB does not take it: correct what stands behind the "?".',
    );
  }
}

const failureOf = (store: EventStore): Promise<unknown> =>
  store.ping().then(
    () => undefined,
    (error: unknown) => error ?? new Error('It failed without an error'),
  );

/** Of a cluster the client only tells that none of its nodes can be had; the first of them tells why. */
async function moreOf(failure: unknown, { url, log }: OpenDeps): Promise<unknown> {
  const { isCluster, firstAlone } = readEventStoreDbAddress(url);
  if (failure instanceof EventStoreDenied || !isCluster) return failure;
  const first = create({ url: firstAlone, log });
  const more = await failureOf(first);
  await first.close();
  return more ?? failure;
}

function sentenceOf(failure: unknown, url: string): string {
  if (failure instanceof EventStoreDenied) return failure.message;
  const why = messagesOf(failure);
  if (/certificate|altname|\bCERT_/i.test(why)) return UNVERIFIED;
  if (/wrong version number|packet length/i.test(why)) return PLAIN_TEXT;
  if (url.includes('tls=false') && /Failed to connect/i.test(why)) return ASKS_FOR_TLS;
  return SILENT;
}

/** What an error says, and those that it came of. */
const messagesOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${messagesOf(error.cause)}` : '';

const UNVERIFIED =
  'the certificate of EventStoreDB cannot be verified: name the file of its authority with tlsCAFile= (or in NODE_EXTRA_CA_CERTS), and EventStoreDB by a name or address that the certificate is for';
const PLAIN_TEXT = 'EventStoreDB speaks plain text there: add tls=false, or have it speak TLS';
const ASKS_FOR_TLS =
  'what listens there does not speak plain text: leave tls=false out, if it is EventStoreDB with TLS';
const SILENT =
  'EventStoreDB does not answer: start it, correct EVENTSTORE_URL, or leave it out to keep events in the database';
