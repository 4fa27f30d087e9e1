import { traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import { hex, readTempoTrace, spansOf } from '../../testing/tempo-traces.js';
import { createTestTempo } from '../../testing/test-tempo.js';

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
    ['{ } | count() > 1', 'q must be one filter of spans'],
    ['{ } > { }', 'q must be one filter of spans'],
    ['{ rootName = "a" }', 'q must not have rootName, which is a field of the trace'],
    ['{ name = 1 }', 'invalid TraceQL query: { name = 1 }: operands of different types'],
  ])('is 400 for %s', async (q, text) => {
    await createTestTempo()
      .ask(`/api/v2/traces/${a}?${new URLSearchParams({ q })}`)
      .expect(400, text);
    await createTestTempo()
      .ask(`/api/v2/traces/${a}?${new URLSearchParams({ q: '{ }', match_depth: 'x' })}`)
      .expect(400, 'match_depth must be a whole number, or -1 for all levels');
  });
});
