import type { JsonObject } from '@spanhouse/span-schema';
import type { IngestOutcome } from '../canonical/accept-spans.js';
import { droppedIn, ingest, parseBodyText } from '../testing/read-body.js';
import { aSentSpan, spanId, traceId } from '../testing/sent-span.js';

function linksIn(outcome: IngestOutcome) {
  return outcome.status === 'accepted' ? outcome.spans.map((span) => span.span_id) : undefined;
}

describe('nested intake', () => {
  const node = (spanId: string, members: JsonObject = {}) =>
    aSentSpan({ span_id: spanId.repeat(16), span_name: null, ...members });

  it('reads children before their parent and sets their names and parent ids', () => {
    const outcome = ingest({
      traces: {
        outer: {
          spans: {
            root: node('a', {
              spans: { kids: [node('b'), node('c', { parent_id: '' })], kid: node('d') },
            }),
            other: [node('e', { span_name: 'own' })],
          },
        },
      },
    });

    expect(outcome).toMatchObject({
      spans: [
        { span_id: 'b'.repeat(16), span_name: 'kids', parent_id: 'a'.repeat(16) },
        { span_id: 'c'.repeat(16), span_name: 'kids', parent_id: 'a'.repeat(16) },
        { span_id: 'd'.repeat(16), span_name: 'kid', parent_id: 'a'.repeat(16) },
        { span_id: 'a'.repeat(16), span_name: 'root', parent_id: undefined },
        { span_id: 'e'.repeat(16), span_name: 'own' },
      ],
    });
  });

  it('uses the nearest enclosing node with a valid id as the parent, unless the span names one', () => {
    const outcome = ingest({
      traces: {
        t: {
          spans: {
            a: node('a', {
              spans: {
                bad: node('b', {
                  span_id: 'xyz',
                  spans: { c: node('c'), d: node('d', { parent_id: 'e'.repeat(16) }) },
                }),
                dropped: node('f', { status_code: 'x', spans: { g: node('9') } }),
              },
            }),
          },
        },
      },
    });

    expect(outcome).toMatchObject({
      spans: [
        { span_id: 'c'.repeat(16), parent_id: 'a'.repeat(16) },
        { span_id: 'd'.repeat(16), parent_id: 'e'.repeat(16) },
        { span_id: '9'.repeat(16), parent_id: 'f'.repeat(16) },
        { span_id: 'a'.repeat(16) },
      ],
      dropped: [
        { code: 'invalid_span_id', path: '/traces/t/spans/a/spans/bad', span_id: 'xyz' },
        { code: 'invalid_enum', path: '/traces/t/spans/a/spans/dropped' },
      ],
    });
  });

  it('reports an invalid node, container or trace by its JSON Pointer', () => {
    const outcome = ingest({
      traces: {
        'a/b~c': { spans: { 'x/y': [node('a'), [node('b')], 3], z: 'text' } },
        t: 'x',
        u: { spans: [] },
        v: { spans: { n: node('c', { spans: 'x' }) } },
      },
    });

    expect(linksIn(outcome)).toEqual(['a'.repeat(16), 'c'.repeat(16)]);
    expect(droppedIn(outcome).map(({ code, path }) => [code, path])).toEqual([
      ['invalid_span', '/traces/a~1b~0c/spans/x~1y/1'],
      ['invalid_span', '/traces/a~1b~0c/spans/x~1y/2'],
      ['invalid_span', '/traces/a~1b~0c/spans/z'],
      ['invalid_trace', '/traces/t'],
      ['invalid_children', '/traces/u/spans'],
      ['invalid_children', '/traces/v/spans/n/spans'],
    ]);
  });

  it('leaves the children out of the input in a 422', () => {
    const outcome = ingest({
      traces: { t: { spans: { a: { span_id: 'a', spans: { b: { span_id: 'b' } } } } } },
    });

    expect(outcome).toMatchObject({
      status: 'unprocessable',
      detail: [
        {
          loc: ['body', 'traces', 't', 'spans', 'a', 'spans', 'b', 'trace_id'],
          input: { span_id: 'b' },
        },
        { loc: ['body', 'traces', 't', 'spans', 'a', 'trace_id'], input: { span_id: 'a' } },
      ],
    });
  });

  it('accepts 100 levels of nodes and refuses a request with 101', () => {
    const nested = (levels: number) => {
      let deepest: JsonObject = node('a');
      for (let level = 1; level < levels; level++) {
        deepest = node('a', {
          span_id: level.toString(16).padStart(16, '0'),
          spans: { n: deepest },
        });
      }
      return { traces: { t: { spans: { n: deepest } } } };
    };

    expect(linksIn(ingest(nested(100)))).toHaveLength(100);
    expect(ingest(nested(101))).toEqual({
      status: 'unprocessable',
      detail: [
        {
          type: 'nesting_too_deep',
          loc: ['body', 'traces'],
          msg: 'Spans are nested deeper than 100 levels',
        },
      ],
    });
  });

  it('accepts a body of 500 levels', () => {
    const deep = `${'['.repeat(480)}${']'.repeat(480)}`;
    const body = `{"spans":[{"trace_id":"${traceId}","span_id":"${spanId}","start_time":1777629600,
      "end_time":1777629600,"attributes":{"ag.flags":{"a":${deep}},"a.b":${deep},"a":{"b":${deep}}}}]}`;

    expect(linksIn(ingest(parseBodyText(body)))).toEqual([spanId]);
  });
});
