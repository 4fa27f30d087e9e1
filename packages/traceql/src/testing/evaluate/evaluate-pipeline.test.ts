import { exampleQueries } from '../example-queries.js';
import { exampleTraces } from '../example-traces.js';
import { stagesOf } from '../stages-of.js';
import { evaluatePipeline } from './evaluate-pipeline.js';
import { TraceTree } from './trace-tree.js';

/** Returns the span ids of each span set. `/` separates the sets of a trace, and `;` separates traces. */
function found(query: string): string {
  const pipeline = stagesOf(query);
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
  it.each(exampleQueries)('evaluates %s to the spans "%s"', (query, spans) => {
    expect(found(query)).toBe(spans);
  });
});

describe('TraceTree', () => {
  it('numbers spans depth first, including the trees of orphans', () => {
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

  it('treats spans on a cycle as spans without a parent that are not roots', () => {
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
