import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A real Kafka broker that a test may kill and bring back. */
export interface KafkaServer {
  /** `host:port` */
  broker: string;
  /** Where it keeps its files. */
  dataDir: string;
  /** Kills it as a power cut would. */
  kill(): Promise<void>;
  /** Has it say nothing, with its connections open, until it goes on. */
  stall(): Promise<void>;
  goOn(): Promise<void>;
  /** Starts it again on what it had. */
  start(): Promise<void>;
}

/**
 * The broker that `test/servers/kafka/start.sh PORT DATA_DIR` started, as `TEST_KAFKA=PORT:DATA_DIR` names it;
 * undefined when there is none.
 */
export function givenKafkaServer(): KafkaServer | undefined {
  const given = /^(\d+):(.+)$/.exec(process.env['TEST_KAFKA'] ?? '');
  if (!given) return undefined;
  const [, port = '', dataDir = ''] = given;
  return kafkaServerAt(port, dataDir);
}

/**
 * The broker on a port that keeps its files in a folder, whether it runs or not. Those who come in by the second port
 * behind it, and the ones behind that, are sent on to the `advertised` ports, one for each.
 */
export function kafkaServerAt(port: string, dataDir: string, advertised: readonly number[] = []): KafkaServer {
  const script = fileURLToPath(new URL('../servers/kafka/start.sh', import.meta.url));
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    process.kill(Number(await readFile(`${dataDir}/pid`, 'utf8')), name);
  };
  return {
    broker: `127.0.0.1:${port}`,
    dataDir,
    kill: () => signal('SIGKILL'),
    stall: () => signal('SIGSTOP'),
    goOn: () => signal('SIGCONT'),
    start: async () => {
      const env = { ...process.env, ADVERTISED: advertised.join(' ') };
      await promisify(execFile)('bash', [script, port, dataDir], { env });
    },
  };
}
