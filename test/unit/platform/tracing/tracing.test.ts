import { context, propagation, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bus, ConsumerOptions, Message } from '../../../../src/platform/bus/bus.js';
import { tracedBus, tracedWork } from '../../../../src/platform/bus/tracedBus.js';
import { traced, traceparentOf } from '../../../../src/platform/tracing/tracing.js';

const message = (id: string, traceparent?: string): Message => ({
  ...{ id, key: 'key', type: 'Noted', payload: {}, correlation_id: 'c', causation_id: 'd' },
  ...(traceparent !== undefined && { traceparent }),
});

/** A bus that hands what is published straight to its consumer. */
function directBus(): Bus & { published: Message[] } {
  let consumer: ConsumerOptions | undefined;
  const published: Message[] = [];
  return {
    ...{
      kind: 'direct',
      published,
      identify: () => Promise.resolve('direct'),
      ping: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
    async publish(_topic, messages) {
      published.push(...messages);
      for (const one of messages) {
        await consumer?.handle({ message: one, signal: new AbortController().signal });
      }
    },
    consume(options) {
      consumer = options;
      return Promise.resolve({ stop: () => Promise.resolve(), assertTaking: () => undefined });
    },
  };
}

const consume = (bus: Bus, handle: ConsumerOptions['handle']) =>
  bus.consume({ topic: 'work', group: 'g', concurrency: 1, handle });

describe('while tracing is off', () => {
  it('work is done, there is no trace context, and messages stay as they are', async () => {
    const direct = directBus();
    const bus = tracedBus(direct);
    expect(await traced('work', {}, () => Promise.resolve(traceparentOf() ?? 'none'))).toBe('none');
    await consume(bus, () => Promise.resolve());
    await bus.publish('work', [message('1')]);
    expect(direct.published).toEqual([message('1')]);
  });
});

describe('while tracing is on', () => {
  const exporter = new InMemorySpanExporter();
  beforeAll(() => {
    new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
  });
  beforeEach(() => exporter.reset());
  afterAll(() => {
    trace.disable();
    context.disable();
    propagation.disable();
  });
  const spans = () => exporter.getFinishedSpans();
  const spanOf = (name: string) => {
    const found = spans().find((span) => span.name === name);
    if (!found) throw new Error(`There is no span ${name}`);
    return found;
  };

  it('what work starts belongs to its span, also behind an await', async () => {
    await traced('outer', {}, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      await traced('inner', {}, () => Promise.resolve());
    });
    expect(spanOf('inner').parentSpanContext?.spanId).toBe(spanOf('outer').spanContext().spanId);
  });

  it('a failure is thrown on, and noted without what it says', async () => {
    const work = traced('work', {}, () => Promise.reject(new RangeError('Jane Doe is no number')));
    await expect(work).rejects.toThrow('Jane Doe');
    expect(spanOf('work')).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'RangeError' } });
    expect(JSON.stringify([spanOf('work').attributes, spanOf('work').events, spanOf('work').status])).not.toContain(
      'Jane',
    );
  });

  it('a message carries the trace of its event to whoever handles it', async () => {
    const bus = tracedBus(directBus());
    await consume(bus, async ({ message: one }) => {
      await tracedWork('process', 'work', one, () => traced('handled', {}, () => Promise.resolve()));
    });
    const event = await traced('command', {}, () => Promise.resolve(traceparentOf() ?? ''));
    await bus.publish('work', [message('1', event)]);
    const path = ['command', 'publish work', 'process work', 'handled'].map(spanOf);
    for (const [index, span] of path.entries()) {
      expect(span.spanContext().traceId).toBe(path[0]?.spanContext().traceId);
      expect(span.parentSpanContext?.spanId).toBe(path[index - 1]?.spanContext().spanId);
    }
  });

  it('messages that are published together stay in traces of their own', async () => {
    const bus = tracedBus(directBus());
    const events = await Promise.all(
      [1, 2].map(() => traced('command', {}, () => Promise.resolve(traceparentOf() ?? ''))),
    );
    await traced('relay', {}, () =>
      bus.publish(
        'work',
        [...events, undefined].map((one, n) => message(String(n), one)),
      ),
    );
    const published = spans().filter(({ name }) => name === 'publish work');
    expect(published.slice(0, 2).map((span) => span.spanContext().traceId)).toEqual(
      events.map((event) => event.split('-')[1]),
    );
    expect(new Set(published.map((span) => span.spanContext().traceId)).size).toBe(3);
    expect(published[2]?.parentSpanContext).toBeUndefined();
  });

  it('publishing that fails is noted in every span, and they end', async () => {
    const bus = tracedBus({ ...directBus(), publish: () => Promise.reject(new Error('away')) });
    await expect(bus.publish('work', [message('1'), message('2')])).rejects.toThrow('away');
    expect(spans().map(({ status }) => status.code)).toEqual([2, 2]);
  });
});
