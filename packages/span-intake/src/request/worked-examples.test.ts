import type { CanonicalSpan } from '@spanhouse/span-schema';
import { aCanonicalSpan } from '@spanhouse/span-schema/testing';
import { ingestText } from '../testing/read-body.js';
import { flatIngest, nestedIngest, partialDrop } from '../testing/worked-examples.js';

const TEN = 1_777_629_600_000_000_000n;
const ELEVEN = 1_777_633_200_000_000_000n;
const SECOND = 1_000_000_000n;
const tokens = { prompt: 8, completion: 2, total: 10 };

const flatSpans: CanonicalSpan[] = [
  aCanonicalSpan({
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
    span_id: '00f067aa0ba902b7',
    span_type: 'workflow',
    has_type_span: true,
    span_kind: 'SPAN_KIND_SERVER',
    span_name: 'ask',
    start_time: TEN,
    end_time: TEN + 1_500_000_000n,
    session_id: 's-1',
    attributes: {
      tier: 'gold',
      ag: {
        data: { inputs: { q: 'hi' } },
        session: { id: 's-1' },
        references: { application: { slug: 'my-app' }, application_revision: { version: '3' } },
      },
    },
    metrics: {
      duration: { cumulative: 1500 },
      errors: {},
      tokens: { cumulative: tokens },
      costs: {},
    },
    references: [
      { slug: 'my-app', attributes: { key: 'application' } },
      { version: '3', attributes: { key: 'application_revision' } },
    ],
    hashes: [{ id: '42a28c76-83f7-97c7-6ee1-c9bee372fb5a', attributes: { key: 'indirect' } }],
  }),
  aCanonicalSpan({
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
    span_id: '53995c3f42cd8ad8',
    parent_id: '00f067aa0ba902b7',
    span_type: 'llm',
    has_type_span: true,
    span_name: 'draft',
    start_time: TEN + 250_000_000n,
    end_time: TEN + SECOND,
    attributes: { n: 9_007_199_254_740_993n, ag: { data: { outputs: 'hello' } } },
    metrics: {
      duration: { cumulative: 750 },
      errors: {},
      tokens: { incremental: tokens, cumulative: tokens },
      costs: {},
    },
  }),
];

const nestedSpans: CanonicalSpan[] = [
  aCanonicalSpan({
    trace_id: '0af7651916cd43dd8448eb211c80319c',
    span_id: '00000000000000c1',
    parent_id: 'b7ad6b7169203331',
    span_name: 'try',
    start_time: ELEVEN + 1n,
    end_time: ELEVEN + SECOND,
    status_code: 'STATUS_CODE_ERROR',
    metrics: {
      duration: { cumulative: 1000 },
      errors: { incremental: 1, cumulative: 1 },
      tokens: {},
      costs: {},
    },
    events: [
      {
        name: 'exception',
        timestamp: ELEVEN + 500_000_000n,
        attributes: { 'exception.type': 'Timeout' },
      },
    ],
  }),
  aCanonicalSpan({
    trace_id: '0af7651916cd43dd8448eb211c80319c',
    span_id: '00000000000000c2',
    parent_id: 'b7ad6b7169203331',
    span_name: 'try',
    start_time: ELEVEN + SECOND,
    end_time: ELEVEN + SECOND,
    metrics: { duration: {}, errors: {}, tokens: {}, costs: {} },
  }),
  aCanonicalSpan({
    trace_id: '0af7651916cd43dd8448eb211c80319c',
    span_id: 'b7ad6b7169203331',
    span_name: 'job',
    span_type: 'workflow',
    start_time: ELEVEN,
    end_time: ELEVEN + 2n * SECOND,
    metrics: { duration: { cumulative: 2000 }, errors: { cumulative: 1 }, tokens: {}, costs: {} },
  }),
];

const dropped = [
  {
    trace_id: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    span_id: 'xyz',
    code: 'invalid_span_id',
    message: 'span_id is not a valid id.',
  },
  {
    trace_id: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    span_id: 'a3a3a3a3a3a3a3a3',
    code: 'invalid_enum',
    message: 'status_code is not one of STATUS_CODE_UNSET, STATUS_CODE_OK, STATUS_CODE_ERROR.',
  },
];

describe('worked examples', () => {
  it('stores the first example in the form in which it is read back', () => {
    expect(ingestText(flatIngest.flat)).toMatchObject({ spans: flatSpans, dropped: [] });
  });

  it('stores the same spans from its nested form, the child first', () => {
    expect(ingestText(flatIngest.nested)).toMatchObject({
      spans: [...flatSpans].reverse(),
      dropped: [],
    });
  });

  it.each(['nested', 'flat'] as const)('stores the second example from its %s form', (form) => {
    expect(ingestText(nestedIngest[form])).toMatchObject({ spans: nestedSpans, dropped: [] });
  });

  it('drops two spans of the third example and reports their positions', () => {
    expect(ingestText(partialDrop.flat)).toMatchObject({
      spans: [{ span_id: 'a1a1a1a1a1a1a1a1', attributes: { a: 'x', _conflicts: { 'a.b': 1 } } }],
      dropped: [
        { ...dropped[0], index: 1 },
        { ...dropped[1], index: 2 },
      ],
    });
  });

  it('drops the same spans from its nested form and reports their paths', () => {
    expect(ingestText(partialDrop.nested)).toMatchObject({
      spans: [{ span_id: 'a1a1a1a1a1a1a1a1', attributes: { a: 'x', _conflicts: { 'a.b': 1 } } }],
      dropped: [
        { ...dropped[0], path: '/traces/t/spans/ok/spans/x/0' },
        { ...dropped[1], path: '/traces/t/spans/ok/spans/x/1' },
      ],
    });
  });
});
