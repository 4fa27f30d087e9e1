import { OutlineReader } from './read-outline.js';

const head = '{"trace_id":"t","spans":3,"base":"1970-01-01T00:00:01Z"}';
const end =
  '{"end":true,"orphans":[[2,"gone"]],"cycles":[],"totals":{"tokens":{},"costs":{},"errors":1}}';

function portion(texts: string[], first: number, parents: number[]): string {
  const each = <Value>(value: Value) => parents.map(() => value);
  return JSON.stringify({
    texts,
    span_id: parents.map((_, at) => `s${first + at}`),
    parent: parents,
    start: parents.map((_, at) => (first + at === 2 ? '9007199254740993' : first + at)),
    duration: each(5),
    name: each(0),
    service: each(-1),
    type: each(1),
    kind: each(0),
    model: each(-1),
    status: each(2),
    flags: each(1),
    bytes: each(10),
    tokens: each([1, 2, 3]),
    tokens_all: each([4, 5, 9]),
    costs: each([0, 0, 0]),
    costs_all: each([0.1, 0.2, 0.3]),
    errors: each(0),
    errors_all: each(1),
  });
}

function toTime(): bigint {
  return 1_000_000_000n;
}

describe('OutlineReader', () => {
  it('joins the portions of all lines, with one table of texts', () => {
    const reader = new OutlineReader();
    for (const line of [
      head,
      portion(['ask', 'chat'], 0, [-1, 0]),
      portion(['more'], 2, [-1]),
      end,
    ]) {
      reader.takeLine(line);
    }

    const outline = reader.finish(toTime);

    expect(outline).toMatchObject({ traceId: 't', count: 3, base: 1_000_000_000n });
    expect(outline.spanIds).toEqual(['s0', 's1', 's2']);
    expect(outline.texts).toEqual(['ask', 'chat', 'more']);
    expect([...outline.parent]).toEqual([-1, 0, -1]);
    expect([...outline.start]).toEqual([0, 1, 9_007_199_254_740_992]);
    expect([...outline.tokensAll]).toEqual([9, 9, 9]);
    expect(outline.orphans.get(2)).toBe('gone');
  });

  it('refuses an outline whose last line is missing', () => {
    const reader = new OutlineReader();
    reader.takeLine(head);

    expect(() => reader.finish(toTime)).toThrow('The trace is not complete');
  });

  it('passes on the failure of a stream that breaks', () => {
    expect(() => new OutlineReader().takeLine('{"error":{"message":"down"}}')).toThrow('down');
  });
});
