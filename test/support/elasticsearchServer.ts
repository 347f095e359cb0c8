import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * The address of the node that `test/servers/elasticsearch/start.sh` started, as `TEST_ELASTICSEARCH` names it; undefined when there
 * is none.
 */
export const givenElasticsearch = (): string | undefined => process.env['TEST_ELASTICSEARCH'] || undefined;

/** A real Elasticsearch node that a test may kill and bring back. */
export interface ElasticsearchServer {
  port: number;
  /** Its address. */
  url: string;
  /** Kills it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it, again on what it had. Resolves when it answers. */
  start(): Promise<void>;
}

/** The node on a port that keeps its files in a folder, whether it runs or not. */
export function elasticsearchServerAt(port: number, dataDir: string): ElasticsearchServer {
  const script = fileURLToPath(new URL('../servers/elasticsearch/start.sh', import.meta.url));
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    kill: async () => {
      // There is no such file while it is not there.
      const pid = await readFile(`${dataDir}/pid`, 'utf8').catch(() => undefined);
      if (pid !== undefined) process.kill(Number(pid), 'SIGKILL');
    },
    start: async () => void (await promisify(execFile)('bash', [script, String(port), dataDir])),
  };
}
