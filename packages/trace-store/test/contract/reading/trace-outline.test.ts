import { randomUUID } from 'node:crypto';
import type { CanonicalSpan, JsonObject } from '@spanhouse/span-schema';
import {
  anyEvents,
  anyLinks,
  anyReferences,
  anySpanId,
  anyTraceId,
} from '@spanhouse/span-schema/testing';
import type { OutlineNode } from '@spanhouse/trace-store/reader';
import { aContext, aSpan, START_NS, toOutlineNode } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { useOpened } from '../open-clickhouse.js';
import { spanId } from '../selecting.js';
import { describeReaders } from './reader-under-test.js';

const signal = new AbortController().signal;
const trace_id = 'ab'.repeat(16);

/** Attributes with the parts that an outline reports, and with other parts. */
function anyAttributes(): fc.Arbitrary<CanonicalSpan['attributes']> {
  const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
  const model = fc.constantFrom('demo-model', 'é "quoted"', '', 7, null);
  const side = maybe(fc.record({ model }, { requiredKeys: [] }));
  return fc
    .record({
      inputs: maybe(fc.jsonValue()),
      outputs: maybe(fc.jsonValue()),
      parameters: side,
      request: side,
      response: side,
      exception: maybe(fc.jsonValue()),
      other: maybe(fc.jsonValue()),
    })
    .map(({ inputs, outputs, parameters, request, response, exception, other }) => {
      const attributes = {
        ag: { data: { inputs, outputs, parameters }, meta: { request, response }, exception },
        other: { exception: other, inputs: other },
      };
      return JSON.parse(JSON.stringify(attributes)) as JsonObject as CanonicalSpan['attributes'];
    });
}

function anySpans(): fc.Arbitrary<readonly Partial<CanonicalSpan>[]> {
  return fc.array(
    fc.record({
      attributes: anyAttributes(),
      events: fc.oneof(
        anyEvents(fc.constant(START_NS)),
        fc.constant([{ name: 'exception', timestamp: START_NS, attributes: { name: 'other' } }]),
        fc.constant([{ name: 'other', timestamp: START_NS, attributes: { name: 'exception' } }]),
      ),
      links: anyLinks(anyTraceId(), anySpanId()),
      references: anyReferences(),
      status_code: fc.constantFrom('STATUS_CODE_ERROR' as const, 'STATUS_CODE_OK' as const),
      resource: fc.option(
        fc.record({ attributes: fc.constantFrom({ 'service.name': 'shop' }, {}, { n: 1 }) }),
        { nil: undefined },
      ),
    }),
    { minLength: 1, maxLength: 12 },
  );
}

describeReaders('The outline of a trace', (open, runs) => {
  const used = useOpened(open);

  it('matches every whole span', async () => {
    await fc.assert(
      fc.asyncProperty(anySpans(), async (spans) => {
        const project_id = randomUUID();
        const rows = spans.map(({ resource, ...span }, at) => ({
          context: aContext({ project_id }),
          span: aSpan({
            ...span,
            ...(resource !== undefined && { resource }),
            trace_id,
            span_id: spanId(at + 1),
            start_time: START_NS + BigInt(at),
          }),
        }));
        await used.store({ rows });

        const outline = await used.reader.readOutline({ project_id, trace_id }, signal);

        const ids = { project_id, trace_ids: [trace_id], span_ids: undefined };
        const whole = await used.reader.findSpans(ids, signal);
        expect(outline).toHaveLength(spans.length);
        expect(outline.map(factsOf)).toEqual(whole.map(toOutlineNode).map(factsOf));
      }),
      { numRuns: runs(15), interruptAfterTimeLimit: 60_000 },
    );
  });

  it('is empty for an unknown trace', async () => {
    const unknown = { project_id: randomUUID(), trace_id };

    expect(await used.reader.readOutline(unknown, signal)).toEqual([]);
  });
});

function factsOf(node: OutlineNode) {
  const { span_id, parent_id, start_time, end_time, span_name, trace_type } = node;
  const { span_type, span_kind, status_code, service_name, model, attribute_bytes, flags } = node;
  const place = { span_id, parent_id, start_time, end_time, span_name, trace_type };
  return {
    ...place,
    span_type,
    span_kind,
    status_code,
    service_name,
    model,
    attribute_bytes,
    flags,
  };
}
