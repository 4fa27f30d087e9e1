import { createFilterPredicate } from '@spanhouse/span-schema/testing';
import { conditionsOf } from '../jaeger/jaeger-query.js';
import { toJaegerSpan } from '../jaeger/to-jaeger-span.js';
import { toOtlpSpan } from '../jaeger/to-otlp-span.js';
import { aDialectSpan } from '../testing/a-dialect-span.js';
import { toZipkinSpan } from '../zipkin/to-zipkin-span.js';

/** Stored form of the attributes `x`, `x.y` and `opentracing.ref_type`. `x` and `x.y` conflict with each other. */
const attributes = {
  x: 1,
  opentracing: { ref_type: 'child_of' },
  _conflicts: { 'x.y': 2 },
};
const link = { trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16), attributes };
const span = aDialectSpan({ links: [link] });

describe('conflicting attributes of a link', () => {
  it('have their original keys in each dialect', () => {
    const [own] = toOtlpSpan(span, false).links;

    expect(own?.attributes.map(({ key }) => key)).toEqual(['x', 'opentracing.ref_type', 'x.y']);
    expect(toZipkinSpan(span, false).tags?.['otlp.link.0']).toContain('"x":1,"x.y":2');
    expect(toJaegerSpan(span, false).references).toMatchObject([{ refType: 'CHILD_OF' }]);
  });

  it('are found by these keys in Jaeger', () => {
    const { holds, preselection } = conditionsOf({ tags: [['x.y', '2']] });

    expect(holds(span, false)).toBe(true);
    expect(preselection && createFilterPredicate(preselection)({ links: [link] } as never)).toBe(
      true,
    );
  });
});
