import type { JsonValue } from '@spanhouse/span-schema';
import { aZipkinSpan, zipkinSpanId } from '../testing/zipkin-span.js';
import { readZipkinSpans } from './read-zipkin-spans.js';

function readAll(...spans: JsonValue[]) {
  const outcome = readZipkinSpans(structuredClone(spans), 1_777_629_700_000_000_000n);
  return 'spans' in outcome ? outcome.spans : [];
}

describe('readZipkinIds, for a span that client and server share', () => {
  const client = aZipkinSpan({ kind: 'CLIENT', parentId: '00000000000000aa' });
  const server = { ...client, kind: 'SERVER', shared: true };

  it("makes the server's half a child of the client's half", () => {
    const spans = readAll(client, server);

    expect(spans).toMatchObject([
      { span_id: zipkinSpanId, parent_id: '00000000000000aa', span_kind: 'SPAN_KIND_CLIENT' },
      { span_id: '6b226e3ebb902c1e', parent_id: zipkinSpanId, span_kind: 'SPAN_KIND_SERVER' },
    ]);
    expect(spans[1]?.attributes).toMatchObject({
      zipkin: { shared: true, parent_id: '00000000000000aa' },
    });
  });

  it("derives the same id with and without the client's half in the request", () => {
    const [alone] = readAll(server);
    const [, together] = readAll(client, server);

    expect(alone?.span_id).toBe(together?.span_id);
  });

  it('never derives an id of zeros', () => {
    const spans = readAll({ ...server, id: '0000736572766572' });

    expect(spans[0]?.span_id).toBe('7365727665720000');
  });

  it('gives no parent to a span that names itself as its parent', () => {
    const [span] = readAll(aZipkinSpan({ parentId: zipkinSpanId }));

    expect(span).toMatchObject({ span_id: zipkinSpanId, parent_id: undefined });
  });
});
