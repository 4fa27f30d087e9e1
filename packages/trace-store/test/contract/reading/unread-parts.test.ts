import { randomUUID } from 'node:crypto';
import { packedColumns, type StoredSpan } from '@spanhouse/span-row';
import { anyCanonicalSpan } from '@spanhouse/span-schema/testing';
import { type SpanPart, unreadParts } from '@spanhouse/trace-store/reader';
import { aContext, listTraces } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { useOpened, useProject } from '../open-clickhouse.js';
import { everything, spanId } from '../selecting.js';
import { describeReaders } from './reader-under-test.js';

const signal = new AbortController().signal;
const trace_id = 'ab'.repeat(16);
const packed: readonly string[] = packedColumns.map(({ name }) => name);

/** Returns the members of a span that are not in the unread parts. */
function restOf(span: StoredSpan, unread: readonly SpanPart[]) {
  const isRead = (name: string) =>
    !(unread.includes('attributes') && name === 'attributes') &&
    !(unread.includes('packed') && packed.includes(name));
  return Object.fromEntries(Object.entries(span).filter(([name]) => isRead(name)));
}

describe('unreadParts', () => {
  it('returns the parts without any of the members', () => {
    expect(unreadParts(['span_name', 'start_time'])).toEqual(['attributes', 'packed']);
    expect(unreadParts(['attributes'])).toEqual(['packed']);
    expect(unreadParts(['span_name', 'events'])).toEqual(['attributes']);
    expect(unreadParts(['attributes', 'metrics'])).toEqual([]);
  });
});

describeReaders('TraceReader without parts of spans', (open, runs) => {
  const used = useOpened(open);

  it('has all other members of the spans of lists and traces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyCanonicalSpan(), { minLength: 1, maxLength: 6 }),
        fc.subarray<SpanPart>(['attributes', 'packed'], { minLength: 1 }),
        async (spans, unread) => {
          const project_id = randomUUID();
          const rows = spans.map((span, at) => ({
            span: { ...span, trace_id, span_id: spanId(at + 1) },
            context: aContext({ project_id }),
          }));
          await used.store({ rows });
          const listing = { ...everything(project_id), unread };

          const whole = await used.reader.listSpans(everything(project_id), signal);
          const listed = await used.reader.listSpans(listing, signal);
          const { traces } = await listTraces(used.reader, listing, signal);

          const expected = whole.spans.map((span) => restOf(span, unread));
          const inTrace = [...(traces[0]?.spans ?? [])].sort(
            (left, right) =>
              whole.spans.findIndex(({ span_id }) => span_id === left.span_id) -
              whole.spans.findIndex(({ span_id }) => span_id === right.span_id),
          );
          expect(listed.spans.map((span) => restOf(span, unread))).toEqual(expected);
          expect(inTrace.map((span) => restOf(span, unread))).toEqual(expected);
          for (const span of [...listed.spans, ...inTrace]) {
            expect(span.attributes === '').toBe(unread.includes('attributes'));
            expect(span.metrics === '').toBe(unread.includes('packed'));
          }
        },
      ),
      { numRuns: runs(15), interruptAfterTimeLimit: 60_000 },
    );
  });
});

describeReaders('TraceReader without attributes', (open) => {
  const { used, project } = useProject(open);

  it('returns far fewer bytes', async () => {
    const text = 'x'.repeat(1_000_000);
    await project.send({ attributes: { text, ag: { data: {} } } });
    const listing = { ...everything(project.id), unread: ['attributes'] as const };
    const taken: number[] = [];
    const room = { take: (bytes: number) => taken.push(bytes) > 0, wait: () => Promise.resolve() };
    const reader = used.reader.measured(() => undefined, room);

    await reader.listSpans(listing, signal);
    await listTraces(reader, listing, signal);

    expect(Math.max(0, ...taken)).toBeLessThan(100_000);
  });
});
