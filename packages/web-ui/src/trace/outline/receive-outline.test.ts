import { spanIdAt } from './outline.js';
import { OutlineReader, receiveOutline } from './receive-outline.js';

const head = '{"trace_id":"t","spans":3,"base":"1970-01-01T00:00:01Z"}';
const end =
  '{"end":true,"orphans":[[2,"gone"]],"cycles":[],"totals":{"tokens":{},"costs":{},"errors":1}}';

function portion(texts: string[], first: number, parents: number[]): string {
  const each = <Value>(value: Value) => parents.map(() => value);
  return JSON.stringify({
    texts,
    span_id: parents.map((_, at) => `00000000000000a${first + at}`),
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

    const outline = reader.finish();

    expect(outline).toMatchObject({ traceId: 't', count: 3, base: 1_000_000_000n });
    expect([0, 1, 2, 3].map((at) => spanIdAt(outline, at))).toEqual([
      '00000000000000a0',
      '00000000000000a1',
      '00000000000000a2',
      undefined,
    ]);
    expect(outline.texts).toEqual(['ask', 'chat', 'more']);
    expect([...outline.parent]).toEqual([-1, 0, -1]);
    expect([...outline.start]).toEqual([0, 1, 9_007_199_254_740_992]);
    expect([...outline.tokensAll]).toEqual([9, 9, 9]);
    expect(outline.orphans.get(2)).toBe('gone');
  });

  it('knows the beginning of a trace before the rest has arrived', () => {
    const reader = new OutlineReader();
    reader.takeLine(head);
    reader.takeLine(portion(['ask', 'chat'], 0, [-1, 0]));

    const beginning = reader.begin();

    expect(beginning).toMatchObject({ count: 2, stored: 3, isPartial: true, length: 6 });
    expect([...beginning.parent]).toEqual([-1, 0]);
    expect([...beginning.self]).toEqual([1, 5]);
  });

  it('keeps the first 500,000 spans of a larger trace', () => {
    const reader = new OutlineReader();
    reader.takeLine('{"trace_id":"t","spans":500002,"base":"1970-01-01T00:00:01Z"}');
    for (let read = 0; read < 500_000; read += 100_000) {
      reader.takeLine(portion([], 0, new Array(100_000).fill(-1)));
    }
    reader.takeLine(portion([], 0, [-1, -1]));
    reader.takeLine(end.replace('[2,"gone"]', '[499999,"gone"],[500001,"lost"]'));

    const outline = reader.finish();

    expect([outline.count, outline.stored]).toEqual([500_000, 500_002]);
    expect([...outline.orphans.keys()]).toEqual([499_999]);
  });

  it('refuses an outline whose last line is missing', () => {
    const reader = new OutlineReader();
    reader.takeLine(head);

    expect(() => reader.finish()).toThrow('The trace is not complete');
  });

  it('passes on the failure of a stream that breaks', () => {
    expect(() => new OutlineReader().takeLine('{"error":{"message":"down"}}')).toThrow('down');
  });
});

describe('receiveOutline', () => {
  const { fetch } = globalThis;
  afterEach(() => {
    globalThis.fetch = fetch;
  });

  /** Runs the task with a response. Returns the task's result and the parts that the task sends. */
  async function receive(answer: () => Promise<Response>) {
    globalThis.fetch = answer;
    const parts: unknown[] = [];
    const { signal } = new AbortController();
    const request = { address: 'http://localhost/outline', headers: {} };
    const result = await receiveOutline(request, { signal, send: (part) => parts.push(part) });
    return { ...result, parts };
  }

  it('sends the first spans, then returns all of them with their version and cost', async () => {
    const headers = { etag: '"v1"', 'x-query-cost': 'rows=1, bytes=2, ms=3' };

    const { outline, cost, parts } = await receive(
      async () =>
        new Response([head, portion(['ask', 'chat'], 0, [-1, 0]), end].join('\n'), { headers }),
    );

    expect(parts).toMatchObject([{ count: 2, isPartial: true }]);
    expect(outline).toMatchObject({ count: 2, isPartial: false, etag: '"v1"' });
    expect(cost).toBe('rows=1, bytes=2, ms=3');
  });

  it('returns nothing for a trace that has not changed', async () => {
    const { outline } = await receive(async () => new Response(null, { status: 304 }));

    expect(outline).toBeUndefined();
  });

  it('rejects with the failure that the service describes, and with a broken connection', async () => {
    const refused = receive(async () => Response.json({ detail: 'No key.' }, { status: 401 }));
    await expect(refused).rejects.toMatchObject({ status: 401, message: 'No key.' });

    const broken = receive(() => Promise.reject(new TypeError('failed to fetch')));
    await expect(broken).rejects.toMatchObject({ status: 0 });
  });
});
