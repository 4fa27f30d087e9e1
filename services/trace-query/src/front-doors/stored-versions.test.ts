import { traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import { toLogOffset } from '@spanhouse/span-row';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import request from 'supertest';
import { reads } from '../testing/front-door-reads.js';
import { store, testContext } from '../testing/intake.js';
import { createFilledTraceQuery, setD } from '../testing/test-doors.js';

const { a } = traceIdsOfSetD;

/** Stores several lists of spans one after the other, and returns the answers of all routes. */
async function answersOver(
  versions: readonly (readonly CanonicalSpan[])[],
  deletedTraces: readonly string[] = [],
) {
  const { app, reader, analytics } = createFilledTraceQuery([]);
  for (const [index, spans] of versions.entries()) {
    reader.add(store(spans), { projectId: testContext.project_id, offset: index });
    const rows = spans.map((span) => ({ span, context: testContext }));
    analytics.add(rows, { logOffset: toLogOffset(1, index) });
  }
  const logOffset = toLogOffset(1, versions.length);
  const block = {
    logPartition: 0,
    tombstones: deletedTraces.map((traceId) => ({
      projectId: testContext.project_id,
      traceId,
      logOffset,
    })),
  };
  reader.delete(block);
  analytics.delete(block);
  const answers = new Map<string, readonly [number, string]>();
  for (const path of reads) {
    const { status, text } = await request(app).get(path);
    // The cost includes the superseded versions, which answers do not show.
    answers.set(path, [status, text.replace(/"inspectedBytes":"\d+"/, '')]);
  }
  return answers;
}

describe('the front doors', () => {
  it('show nothing of a trace that was deleted', async () => {
    const others = setD.filter(({ trace_id }) => trace_id !== a);

    const answers = await answersOver([setD], [a]);

    expect(answers).toEqual(await answersOver([others]));
    expect(answers).not.toEqual(await answersOver([setD]));
  });

  it('show the last version of a span, once', async () => {
    const earlier = setD.map((span) => ({ ...span, span_name: `earlier ${span.span_name}` }));

    expect(await answersOver([earlier, setD])).toEqual(await answersOver([setD]));
  });
});
