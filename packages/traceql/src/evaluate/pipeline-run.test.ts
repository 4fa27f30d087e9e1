import { manyRuns } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import { anyLikelyPipeline } from '../testing/any-pipeline.js';
import { anyTrace } from '../testing/any-trace.js';
import { evaluatePipeline } from '../testing/evaluate/evaluate-pipeline.js';
import { exampleTraces } from '../testing/example-traces.js';
import { runPipeline } from '../testing/run-pipeline.js';
import { stagesOf } from '../testing/stages-of.js';
import { QueryTooLarge } from '../traceql-error.js';
import type { Stage } from '../tree/query.js';
import type { Trace, TracedSpan } from './traced-span.js';

function run(pipeline: readonly Stage[], trace: Trace) {
  const { placed, spanSets } = runPipeline(pipeline, trace);
  return spanSets.map(({ positions, attributes }) => ({
    ids: positions.map((position) => placed[position]?.span.span_id),
    attributes,
  }));
}

describe('PipelineRun', () => {
  it('finds the same span sets as the naive evaluator', () => {
    fc.assert(
      fc.property(anyLikelyPipeline(), anyTrace(), (pipeline, trace) => {
        const expected = evaluatePipeline(pipeline, trace);

        expect(run(pipeline, trace).map(({ ids }) => ids)).toEqual(
          expected.map((spans) => spans.map(({ span_id }) => span_id)),
        );
      }),
      { numRuns: manyRuns },
    );
  });

  it.each<[string, readonly (readonly [string, string])[]]>([
    ['{ } | count() > 5', [['count()', 'int 6']]],
    [
      '{ } | avg(duration) > 300ms | count() > 5',
      [
        ['avg(duration)', 'duration 378333333'],
        ['count()', 'int 6'],
      ],
    ],
    [
      '{ } | by(resource.service.name) | count() > 2',
      [
        ['by(resource.service.name)', 'string gateway'],
        ['count()', 'int 3'],
      ],
    ],
    ['{ } | by(resource.service.name) | count() > 2 | coalesce()', []],
    [
      '{ span.rows = nil } | by(span.amount) | max(duration) < 600ms',
      [
        ['by(span.amount)', 'float 12.5'],
        ['max(duration)', 'duration 500000000'],
      ],
    ],
  ])('%s tells about a set %j', (text, expected) => {
    const [checkout] = exampleTraces;

    const [set] = run(stagesOf(text), checkout as Trace);

    expect(
      set?.attributes.map(({ key, value }) => [
        key,
        value?.type === 'list' ? 'list' : `${value?.type} ${value?.value}`,
      ]),
    ).toEqual(expected);
  });

  it('follows a chain of 100,000 spans', () => {
    const [template] = (exampleTraces[0] as Trace).spans as [TracedSpan];
    const spans = Array.from({ length: 100_000 }, (_, index) => ({
      ...template,
      span_id: index.toString(16).padStart(16, '0'),
      parent_id: index === 0 ? '' : (index - 1).toString(16).padStart(16, '0'),
      start_time: BigInt(index),
    }));

    const [set] = run(stagesOf('{ nestedSetParent < 0 } >> { span:childCount = 0 }'), {
      trace_id: 'a'.repeat(32),
      spans,
    });

    expect(set?.ids).toEqual([(99_999).toString(16).padStart(16, '0')]);
  });

  it('refuses to evaluate a condition on too many pairs of events and links', () => {
    const [trace] = exampleTraces as readonly [Trace];
    const [span] = trace.spans as readonly [TracedSpan];
    const attributes = new Map([['k', { type: 'int', value: 1n } as const]]);
    const entry = { name: 'e', timestamp: 0n, trace_id: '', span_id: '', attributes };
    const list = Array.from({ length: 1001 }, () => ({ ...entry }));
    const of = (lists: Partial<TracedSpan>) => ({ ...trace, spans: [{ ...span, ...lists }] });

    expect(() => run(stagesOf('{ .k = 2 }'), of({ events: list, links: list }))).toThrow(
      QueryTooLarge,
    );
    expect(run(stagesOf('{ .other = nil }'), of({ events: list, links: list }))).toHaveLength(1);
  });
});
