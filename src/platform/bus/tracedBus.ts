import { SpanKind } from '@opentelemetry/api';
import { markFailed, startSpan, traced, traceparentOf } from '../tracing/tracing.js';
import type { Bus, Message } from './bus.js';

/** A bus whose messages carry on the traces that they belong to, from what they are about to who handles them (`tracedWork`). */
export const tracedBus = (bus: Bus): Bus => ({
  kind: bus.kind,
  identify: () => bus.identify(),
  ping: () => bus.ping(),
  close: () => bus.close(),

  async publish(topic, messages) {
    const spans = messages.map((message) =>
      startSpan(`publish ${topic}`, { kind: SpanKind.PRODUCER, ...about(topic, message) }),
    );
    try {
      await bus.publish(
        topic,
        messages.map((message, index) => continuedBy(message, traceparentOf(spans[index]))),
      );
    } catch (error) {
      for (const span of spans) markFailed(span, error);
      throw error;
    } finally {
      for (const span of spans) span.end();
    }
  },

  consume: (options) => bus.consume(options),
});

/** Does something about a message inside a span that continues its trace, whether the bus delivered it just now or before. */
export const tracedWork = (
  what: 'process' | 'park',
  topic: string,
  message: Message,
  work: () => Promise<unknown>,
): Promise<unknown> => traced(`${what} ${topic}`, { kind: SpanKind.CONSUMER, ...about(topic, message) }, work);

/** A message without a trace begins one: whoever moves it has no part in what it is about. */
const about = (topic: string, { traceparent = '', id, type }: Message) => ({
  parent: traceparent,
  attributes: { 'messaging.destination.name': topic, 'messaging.message.id': id, 'attest.event_type': type },
});

const continuedBy = (message: Message, traceparent: string | undefined): Message =>
  traceparent === undefined ? message : { ...message, traceparent };
