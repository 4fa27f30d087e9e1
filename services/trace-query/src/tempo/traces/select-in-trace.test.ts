import { traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import { hex, readTempoTrace } from '../../testing/tempo-traces.js';
import { createTestTempo, spansOf } from '../../testing/test-doors.js';

const { a } = traceIdsOfSetD;

describe('q of GET /tempo/api/v2/traces/{id}', () => {
  it.each<[string, readonly string[]]>([
    ['q={ status = error }', ['a2', 'a3']],
    ['q={ kind = client }&match_depth=1', ['a2', 'a3', 'a4']],
    ['q={ name = "GET /checkout" }&match_depth=-1', ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']],
    ['q={ span.db.system != nil }&keep_hierarchy=true', ['a1', 'a2', 'a3', 'a4']],
    ['q={ span.db.system != nil }&keep_hierarchy=true&ancestor_depth=1', ['a3', 'a4']],
    ['q={ span.db.system != nil }&ancestor_depth=1', ['a4']],
    ['q={ name = "nothing" }', []],
    ['q={ }', ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']],
  ])('returns the spans that %s selects', async (query, ids) => {
    const { ask } = createTestTempo();

    const path = `/api/v2/traces/${a}?${new URLSearchParams(query)}`;
    const { trace: found, status = 0, message } = await readTempoTrace(ask, path);

    expect(
      spansOf(found)
        .map(({ spanId }) => hex(spanId).slice(-2))
        .sort(),
    ).toEqual(ids);
    const left = 6 - ids.length;
    expect([status, message]).toEqual(
      left === 0 ? [0, undefined] : [1, `${left} spans do not match q`],
    );
  });

  it.each([
    [{ q: '{ } | count() > 1' }, 'q must be one filter of spans'],
    [{ q: '{ } > { }' }, 'q must be one filter of spans'],
    [{ q: '{ rootName = "a" }' }, 'q must not have rootName, which is a field of the trace'],
    [{ q: '{ name = 1 }' }, 'invalid TraceQL query: { name = 1 }: operands of different types'],
    [{ q: '{ }', match_depth: 'x' }, 'match_depth must be a whole number, or -1 for all levels'],
  ])('is 400 for %j', async (parameters, text) => {
    const query = new URLSearchParams(parameters as Record<string, string>);

    await createTestTempo().ask(`/api/v2/traces/${a}?${query}`).expect(400, text);
  });
});
