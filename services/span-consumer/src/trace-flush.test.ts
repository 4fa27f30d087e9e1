import type { SelfTracer } from '@spanhouse/service-runtime';
import { markSelfTelemetry } from '@spanhouse/span-log/self-telemetry';
import { SpanBatch } from './blocks/span-batch.js';
import { textMessage } from './testing/text-frames.js';
import { createTraceFlush } from './trace-flush.js';

function aBlock(...requestIds: readonly string[]) {
  const batch = new SpanBatch({ maxRows: 100, maxBytes: 1000 });
  for (const [offset, requestId] of requestIds.entries()) {
    const message = textMessage(offset, ['a']);
    batch.add({ ...message, headers: { ...message.headers, requestId } });
  }
  return batch.cut();
}

function aTracer() {
  const begun: string[] = [];
  const span = { addAttributes() {}, fail() {}, end() {} };
  const tracer: SelfTracer = {
    begin(operation, work) {
      begun.push(operation.name);
      return work(span);
    },
    step: (_operation, work) => work(span),
    forget() {},
  };
  return { begun, tracer };
}

const committed = { partition: 0, offset: 1, metadata: '' };
const stored = { status: 'stored', deadLetteredRows: 0, next: undefined, committed } as const;

function flush() {
  return Promise.resolve(stored);
}

describe('createTraceFlush', () => {
  it('records a span for a block with spans of clients, even if it also contains spans about Spanhouse', async () => {
    const { begun, tracer } = aTracer();
    const traceFlush = createTraceFlush(tracer);

    expect(await traceFlush(aBlock('theirs'), flush)).toBe(stored);
    await traceFlush(aBlock(markSelfTelemetry('ours'), 'theirs'), flush);

    expect(begun).toEqual(['flush', 'flush']);
  });

  it('records no span for a block that contains only spans about Spanhouse', async () => {
    const { begun, tracer } = aTracer();

    const block = aBlock(markSelfTelemetry('one'), markSelfTelemetry('two'));
    expect(await createTraceFlush(tracer)(block, flush)).toBe(stored);

    expect(begun).toEqual([]);
  });
});
