import type { StoredSpan } from '@spanhouse/span-row';
import fc from 'fast-check';
import { aStoredSpan } from '../testing/a-stored-span.js';
import { startOfTrace, writeSpans, writeTree } from './assemble-trace.js';

interface Node {
  readonly span_id: string;
  readonly spans?: Level;
}

type Level = Record<string, Node | Node[]>;

function idOf(number: number) {
  return (number + 1).toString(16).padStart(16, '0');
}

function assemble(spans: readonly StoredSpan[]): Level {
  return JSON.parse(writeSpans(spans));
}

function outline(level: Level): unknown {
  return Object.fromEntries(
    Object.entries(level).map(([name, nodes]) => [
      name,
      Array.isArray(nodes) ? nodes.map(outlineNode) : outlineNode(nodes),
    ]),
  );
}

function outlineNode({ span_id, spans }: Node): unknown {
  return spans === undefined ? span_id : [span_id, outline(spans)];
}

/** Lists the nodes with the id of their parent in the tree. */
function walk(level: Level, parent?: string): { id: string; parent: string | undefined }[] {
  return Object.values(level)
    .flat()
    .flatMap(({ span_id, spans }) => [
      { id: span_id, parent },
      ...(spans === undefined ? [] : walk(spans, span_id)),
    ]);
}

/** Traces whose parents are anywhere: inside the trace, outside it, the span itself, in cycles. */
function anyTrace() {
  return fc
    .array(
      fc.record({
        parent: fc.option(fc.integer({ min: 0, max: 11 }), { nil: undefined }),
        name: fc.constantFrom('a', 'b', '', '__proto__', '"'),
        start: fc.integer({ min: 0, max: 3 }),
      }),
      { minLength: 1, maxLength: 10 },
    )
    .map((entries) =>
      entries.map(({ parent, name, start }, index) =>
        aStoredSpan({
          span_id: idOf(index),
          parent_id: parent === undefined ? undefined : idOf(parent),
          span_name: name,
          start_time: BigInt(start),
        }),
      ),
    );
}

describe('writeSpans', () => {
  it('shows every span once, below its parent or on top', () => {
    fc.assert(
      fc.property(anyTrace(), (spans) => {
        const placed = walk(assemble(spans));
        expect(placed.map(({ id }) => id).toSorted()).toEqual(spans.map((span) => span.span_id));
        for (const { id, parent } of placed) {
          const own = spans.find((span) => span.span_id === id)?.parent_id;
          expect([own, undefined]).toContain(parent);
        }
      }),
    );
  });

  it('lists spans of the same name in order, on every level', () => {
    const spans = [
      aStoredSpan({ span_id: idOf(0), span_name: 'job' }),
      aStoredSpan({ span_id: idOf(1), span_name: 'try', parent_id: idOf(0), start_time: 9n }),
      aStoredSpan({ span_id: idOf(2), span_name: 'try', parent_id: idOf(0), start_time: 8n }),
      aStoredSpan({ span_id: idOf(3), span_name: 'log', parent_id: idOf(0), start_time: 7n }),
      aStoredSpan({ span_id: idOf(4), span_name: 'job', parent_id: idOf(99) }),
    ];

    expect(outline(assemble(spans))).toEqual({
      job: [[idOf(0), { log: idOf(3), try: [idOf(2), idOf(1)] }], idOf(4)],
    });
  });

  it('shows orphans and the spans of a cycle on top', () => {
    const spans = [
      aStoredSpan({ span_id: idOf(0), span_name: 'orphan', parent_id: idOf(50) }),
      aStoredSpan({ span_id: idOf(1), span_name: 'b', parent_id: idOf(2) }),
      aStoredSpan({ span_id: idOf(2), span_name: 'c', parent_id: idOf(1) }),
      aStoredSpan({ span_id: idOf(3), span_name: 'below', parent_id: idOf(2) }),
      aStoredSpan({ span_id: idOf(4), span_name: 'self', parent_id: idOf(4) }),
    ];

    expect(outline(assemble(spans))).toEqual({
      orphan: idOf(0),
      b: idOf(1),
      c: [idOf(2), { below: idOf(3) }],
      self: idOf(4),
    });
  });

  it('starts with its first top-level span', () => {
    const spans = [
      aStoredSpan({ span_id: idOf(0), start_time: 5n }),
      aStoredSpan({ span_id: idOf(1), start_time: 3n, parent_id: idOf(0) }),
      aStoredSpan({ span_id: idOf(2), start_time: 4n }),
    ];

    expect(startOfTrace(spans)).toBe(4n);
  });

  it('writes a chain that is deeper than the call stack', () => {
    const spans = Array.from({ length: 20_000 }, (_, index) =>
      aStoredSpan({
        span_id: idOf(index),
        parent_id: index === 0 ? undefined : idOf(index - 1),
      }),
    );

    expect(writeSpans(spans).endsWith('}'.repeat(40_000))).toBe(true);
  });

  it('writes a level that has more spans than a call can have arguments', () => {
    const spans = Array.from({ length: 130_000 }, (_, index) =>
      aStoredSpan({ span_id: idOf(index) }),
    );

    expect(writeSpans(spans).split('"span_id"')).toHaveLength(130_001);
  });
});

describe('writeTree', () => {
  it('writes the same text for a trace that is read span by span and for one that is held', async () => {
    await fc.assert(
      fc.asyncProperty(anyTrace(), async (spans) => {
        const trace = {
          trace_id: 't',
          nodes: spans,
          held: undefined,
          read: (positions: readonly number[]) =>
            positions.map((position) => spans.slice(position, position + 1)),
        };

        const pieces: string[] = [];
        for await (const piece of writeTree(trace)) {
          pieces.push(piece);
        }

        expect(pieces.join('')).toBe(writeSpans(spans));
      }),
    );
  });
});
