import { parseQuery } from '../../parse/parse-query.js';
import { exampleTraces } from '../example-traces.js';
import { evaluatePipeline } from './evaluate-pipeline.js';
import { TraceTree } from './trace-tree.js';

/** The ids of the spans of each span set, `/` between the sets of a trace and `;` between traces. */
function found(query: string): string {
  const { pipeline } = parseQuery(query);
  return exampleTraces
    .map((trace) =>
      evaluatePipeline(pipeline, trace)
        .map((spans) => spans.map(({ span_id }) => span_id.slice(-2)).join(' '))
        .join(' / '),
    )
    .filter((spans) => spans !== '')
    .join('; ');
}

describe('evaluatePipeline', () => {
  it.each([
    ['{ }', 'a1 a2 a3 a4 a5 a6; b1 b2 b3 b4; c1; d2 d3'],
    ['{ resource.service.name = "payments" }', 'a3 a4; d2 d3'],
    ['{ .service.name =~ "pay.*|cron" }', 'a3 a4; c1; d2 d3'],
    ['{ name =~ "SELECT" }', ''],
    ['{ name =~ "SELECT .*" && span.rows > 0 }', 'a4'],
    ['{ status = error }', 'a2 a3'],
    ['{ status != error && kind = server }', 'a1 a6; d2'],
    ['{ statusMessage =~ ".*declined" }', 'a3'],
    ['{ duration >= 500ms && duration < 1s }', 'a1 a2 a3'],
    ['{ traceDuration > 1s }', 'b1 b2 b3 b4'],
    ['{ rootServiceName = "gateway" && rootName = "GET /checkout" && kind = client }', 'a2 a4'],
    ['{ span.http.status_code = 502 }', 'a2 a3'],
    ['{ span.http.status_code >= 400 }', 'a2 a3'],
    ['{ span.http.status_code = "409" }', 'a6'],
    ['{ span.http.status_code != 200 }', 'a2 a3'],
    ['{ !(span.http.status_code = 200) }', 'a2 a3 a4 a5 a6; b1 b2 b3 b4; c1; d3'],
    ['{ span.rows = nil && kind = client }', 'a2; b3'],
    ['{ span.rows != nil }', 'a4; b4; d3'],
    ['{ span.retry = false || span.temperature = 0 }', 'a1; b3'],
    ['{ span.tags = "html" }', 'a5'],
    ['{ span.tags != "html" }', ''],
    ['{ span.amount * 2 > 25 || span.size % 1000 = 48 }', 'a5; d2'],
    ['{ span.gen_ai.usage.input_tokens + span.gen_ai.usage.output_tokens >= 1500 }', 'b3'],
    ['{ event:name = "exception" && event.exception.type = "CardError" }', 'a3'],
    ['{ event:name = "retry" && event.exception.type = "CardError" }', ''],
    ['{ event:timeSinceStart > 400ms }', 'a3'],
    ['{ link.kind = "retry_of" }', 'a6'],
    ['{ link:spanID = "00000000000000b1" }', 'a6'],
    ['{ instrumentation:name = "http" && instrumentation:version =~ "1[.].*" }', 'a1 a2'],
    ['{ span:childCount = 0 && resource.deployment.environment = "prod" }', 'a4 a5; b3 b4; d3'],
    ['{ nestedSetParent < 0 }', 'a1; b1; c1'],
    ['{ trace:id = "c3c3c3c3c3c3c3c3" }', 'c1'],
    ['{ span:parentID = "00000000000000a1" }', 'a2 a5 a6'],
    [
      '{ resource.service.name = "gateway" } && { resource.service.name = "inventory" }',
      'a1 a2 a5 a6',
    ],
    ['{ span.http.method = "GET" && span.http.method = "POST" }', ''],
    ['{ span.http.method = "GET" } && { span.http.method = "POST" }', 'a1 a2'],
    ['{ name = "tick" } || { status = error }', 'a2 a3; c1'],
    ['{ resource.service.name = "gateway" } >> { span.db.system = "postgresql" }', 'a4'],
    ['{ resource.service.name = "payments" } > { span.db.system != nil }', 'a4; d3'],
    ['{ span.db.system != nil } << { kind = server }', 'a1 a3; d2'],
    ['{ status = error } < { }', 'a1 a2'],
    ['{ name = "render" } ~ { }', 'a2 a6'],
    ['{ status = error } &>> { }', 'a2 a3 a4'],
    ['{ status = error } !< { status = error }', 'a3'],
    ['{ resource.service.name = "gateway" } !>> { kind = client }', 'b3; d3'],
    ['{ kind = server } !~ { kind = internal }', 'b4; c1'],
    [
      '({ nestedSetParent < 0 } &>> { status = error }) || ({ nestedSetParent < 0 }) | select(name)',
      'a1 a2 a3; b1; c1',
    ],
    ['{ } | count() > 3', 'a1 a2 a3 a4 a5 a6; b1 b2 b3 b4'],
    ['{ } | avg(duration) > 300ms', 'a1 a2 a3 a4 a5 a6; b1 b2 b3 b4'],
    ['{ } | sum(span.gen_ai.usage.output_tokens) >= 300', 'b1 b2 b3 b4'],
    ['{ } | max(span.rows) < 1', 'd2 d3'],
    ['{ } | by(resource.service.name) | count() > 1', 'a1 a2 a5 / a3 a4; b2 b3 b4; d2 d3'],
    [
      '{ } | by(resource.service.name) | count() > 1 | coalesce()',
      'a1 a2 a3 a4 a5; b2 b3 b4; d2 d3',
    ],
    ['{ } | by(resource.service.name) | count() > 1 | { status = error }', 'a2 / a3'],
    ['{ kind = client } | select(span.db.system)', 'a2 a4; b3; d3'],
  ])('finds with %s the spans "%s"', (query, spans) => {
    expect(found(query)).toBe(spans);
  });
});

describe('TraceTree', () => {
  it('numbers spans depth first, orphans after their own trees included', () => {
    const numbers = exampleTraces.flatMap((trace) => {
      const tree = new TraceTree(trace);
      return tree.spans.map((span) => {
        const { left, right, parent } = tree.nestedSetOf(span);
        return `${span.span_id.slice(-2)} ${left} ${right} ${parent}`;
      });
    });

    expect(numbers).toEqual([
      'a1 1 12 -1',
      'a2 2 7 1',
      'a3 3 6 2',
      'a4 4 5 3',
      'a5 8 9 1',
      'a6 10 11 1',
      'b1 1 8 -1',
      'b2 2 7 1',
      'b3 3 4 2',
      'b4 5 6 2',
      'c1 1 2 -1',
      'd2 1 4 0',
      'd3 2 3 1',
    ]);
  });

  it('gives spans on a cycle no parent, and does not take them for roots', () => {
    const [first, second] = exampleTraces[3]?.spans ?? [];
    const cycle = [
      { ...first, parent_id: second?.span_id },
      { ...second, parent_id: first?.span_id },
    ] as TraceTree['spans'];
    const tree = new TraceTree({ trace_id: 'c', spans: cycle });

    expect(tree.spans.map((span) => tree.parentOf(span))).toEqual([undefined, undefined]);
    expect(tree.root).toBeUndefined();
    expect(tree.spans.map((span) => tree.nestedSetOf(span).parent)).toEqual([0n, 0n]);
  });
});
