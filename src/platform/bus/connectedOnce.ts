/** A client that is connected before it is of use. */
interface Connectable {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
}

/** One client for all who ask, connected on first use. */
export interface ConnectedOnce<Client> {
  /** Rejects when it could not be connected; the next one to ask tries again. */
  get(): Promise<Client>;
  /** Disconnects it, where it ever was connected. */
  end(): Promise<void>;
}

/** Makes the client when it is first asked for. */
export function connectedOnce<Client extends Connectable>(make: () => Client): ConnectedOnce<Client> {
  let connected: Promise<Client> | undefined;
  const connect = async (): Promise<Client> => {
    const client = make();
    try {
      await client.connect();
      return client;
    } catch (error) {
      connected = undefined;
      throw error;
    }
  };
  return {
    get: () => (connected ??= connect()),
    async end() {
      await (await connected)?.disconnect();
    },
  };
}
