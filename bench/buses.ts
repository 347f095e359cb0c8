import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { stderr } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { kafkaServerAt } from '../test/support/kafkaServer.js';
import type { Workshop } from './figure.js';

/** A bus to measure on. */
export interface BenchBus {
  name: string;
  /** What a process that uses it is started with. */
  settings: Record<string, string>;
}

/** The bus in Postgres, and Kafka where a broker can be had. */
export async function busesIn(workshop: Workshop): Promise<BenchBus[]> {
  const postgres = { name: 'Postgres', settings: {} };
  const freePorts = fileURLToPath(new URL('../.ci/freePorts.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [freePorts, '2']);
  const kafka = kafkaServerAt(stdout.trim(), await workshop.folder());
  try {
    await kafka.start();
  } catch {
    stderr.write('Kafka cannot be had here: the bus in Postgres is measured alone\n');
    return [postgres];
  }
  workshop.atEnd(() => kafka.kill());
  const prefix = `bench-${randomBytes(4).toString('hex')}.`;
  return [postgres, { name: 'Kafka', settings: { KAFKA_BROKERS: kafka.broker, KAFKA_PREFIX: prefix } }];
}
