import { receiveOutline } from './receive-outline.js';

const head = '{"trace_id":"t","spans":1,"base":"1970-01-01T00:00:01Z"}';
const portion = JSON.stringify({
  texts: ['ask'],
  span_id: ['00000000000000a1'],
  parent: [-1],
  start: [0],
  duration: [5],
  name: [0],
  service: [-1],
  type: [-1],
  model: [-1],
  status: [0],
  flags: [0],
  bytes: [0],
  tokens: [[0, 0, 0]],
  tokens_all: [[0, 0, 0]],
  costs: [[0, 0, 0]],
  costs_all: [[0, 0, 0]],
  errors_all: [0],
});
const end = '{"end":true,"orphans":[],"cycles":[],"totals":{"tokens":{},"costs":{},"errors":0}}';

describe('receiveOutline', () => {
  const { fetch } = globalThis;
  afterEach(() => {
    globalThis.fetch = fetch;
  });

  /** Runs the task against the given response, and returns its result and the parts that it sends. */
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
      async () => new Response([head, portion, end, ''].join('\n'), { headers }),
    );

    expect(parts).toMatchObject([{ count: 1, isPartial: true }]);
    expect(outline).toMatchObject({ count: 1, isPartial: false, etag: '"v1"' });
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
