import { DiagLogLevel, diag } from '@opentelemetry/api';
import type { Log } from '../log.js';

/** What traces are sent with. */
export interface TracingOptions {
  /** Address of an OTLP receiver over HTTP, without `/v1/traces`. */
  endpoint: string;
  version: string;
  /** What this process does. */
  roles: readonly string[];
  log: Log;
}

/** How long the last spans may take to be sent when the service ends. */
const LAST_SPANS_MS = 2_000;

/**
 * Sends the spans of this process to an OTLP receiver, in batches behind its work; a receiver that is away loses them and
 * holds up nothing. Sampling, headers and batch sizes are those of OpenTelemetry's own `OTEL_` variables. Gives back how
 * to stop, which sends what is left.
 */
export async function startTracing({ endpoint, version, roles, log }: TracingOptions): Promise<() => Promise<void>> {
  // Loaded only where it is used: it is large.
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const complain = (message: string): void => log.warn({ opentelemetry: message.slice(0, 200) }, 'Tracing complains');
  const quiet = (): void => undefined;
  diag.setLogger({ error: complain, warn: complain, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.WARN);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'attest',
      'service.version': version,
      'service.instance.id': String(process.pid),
      'attest.roles': [...roles],
    }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  return async () => {
    const patience = new Promise((resolve) => setTimeout(resolve, LAST_SPANS_MS).unref());
    await Promise.race([provider.shutdown(), patience]);
  };
}
