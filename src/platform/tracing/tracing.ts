import {
  ROOT_CONTEXT,
  SpanStatusCode,
  context,
  propagation,
  trace,
  type Attributes,
  type Context,
  type Span,
  type SpanKind,
} from '@opentelemetry/api';

/** How a span is made. */
export interface SpanOptions {
  /** Default: internal. */
  kind?: SpanKind;
  /**
   * W3C trace context that the span continues; absent means the span that is active. An empty one begins a trace of its
   * own.
   */
  parent?: string;
  /** Ids and names only, never what a person said or a document holds. */
  attributes?: Attributes;
}

/**
 * Does work inside a span: what the work starts belongs to it. A failure is noted by the name of its error alone, since
 * messages can quote anything. Costs next to nothing while tracing is off.
 */
export async function traced<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const span = startSpan(name, options);
  try {
    return await context.with(trace.setSpan(context.active(), span), () => work(span));
  } catch (error) {
    markFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Begins a span that its caller ends. It is not made the active one. */
export function startSpan(name: string, { parent, kind, attributes }: SpanOptions): Span {
  return tracer().startSpan(name, { kind, attributes }, parent === undefined ? context.active() : contextFrom(parent));
}

/** Notes that the work of a span failed. */
export function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
}

/** W3C trace context (`traceparent`) of a span, or of the active one; undefined while tracing is off. */
export function traceparentOf(span: Span | undefined = trace.getActiveSpan()): string | undefined {
  if (!span) return undefined;
  const carrier: { traceparent?: string } = {};
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), carrier);
  return carrier.traceparent;
}

const contextFrom = (traceparent: string): Context => propagation.extract(ROOT_CONTEXT, { traceparent });

const tracer = () => trace.getTracer('attest');
