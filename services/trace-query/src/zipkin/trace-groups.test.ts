import { traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import { store } from '../testing/intake.js';
import { createTestZipkin, setD, withDoors } from '../testing/test-doors.js';

const window = 'endTs=1777629800000&lookback=3600000';
const { b, c } = traceIdsOfSetD;
const shortC = c.slice(16);
/** A trace id that ends with the id of `c`. */
const longC = `4bf92f3577b34da6${shortC}`;
/** A trace id that is stored in another project and ends with the id of `c`. */
const foreignC = `ffffffffffffffff${shortC}`;

/**
 * Creates the service with set D. The spans of `c` are stored again under the longer id, and a third time in another
 * project.
 */
function createZipkin(hasStrictTraceIds: boolean) {
  const { ask, reader } = createTestZipkin(withDoors({ hasStrictTraceIds }));
  const again = setD.filter(({ trace_id }) => trace_id === c);
  reader.add(store(again.map((span) => ({ ...span, trace_id: longC }))));
  const theirs = again.map((span) => ({ ...span, trace_id: foreignC }));
  reader.add(store(theirs), { projectId: 'another' });
  const idsOf = async (path: string) => {
    const { body } = await ask(`/api/v2/${path}`).expect(200);
    const traces: { traceId: string }[][] = Array.isArray(body[0]) ? body : [body];
    return traces.map((trace) => [...new Set(trace.map(({ traceId }) => traceId))].sort());
  };
  return { ask, idsOf };
}

describe('trace ids of Zipkin', () => {
  it.each([
    [shortC, [shortC]],
    [longC, [longC]],
  ])('%s is one trace if ids are strict', async (id, expected) => {
    expect(await createZipkin(true).idsOf(`trace/${id}`)).toEqual([expected]);
  });

  it.each([shortC, longC, foreignC])(
    '%s is every trace of the project with the same last 16 digits otherwise',
    async (id) => {
      expect(await createZipkin(false).idsOf(`trace/${id}`)).toEqual([[longC, shortC].sort()]);
    },
  );

  it('join traces in searches, where they count once against the limit', async () => {
    const loose = createZipkin(false);
    const strict = createZipkin(true);

    const joined = await loose.idsOf(`traces?${window}&limit=10`);

    expect(joined).toHaveLength((await strict.idsOf(`traces?${window}&limit=10`)).length - 1);
    expect(joined).toContainEqual([longC, shortC].sort());
    expect(await loose.idsOf(`traces?${window}&limit=${joined.length}`)).toEqual(joined);
  });

  it('join traces that are asked for together', async () => {
    const { idsOf } = createZipkin(false);

    expect(await idsOf(`traceMany?traceIds=${longC},${b}`)).toEqual([[longC, shortC].sort(), [b]]);
  });

  it('are 404 if no trace ends in them', async () => {
    await createZipkin(false).ask('/api/v2/trace/abc').expect(404, '0000000000000abc not found');
  });
});
