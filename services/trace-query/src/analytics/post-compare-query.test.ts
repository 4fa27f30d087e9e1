import { START_NS } from '@spanhouse/trace-store/testing';
import request from 'supertest';
import { spanId } from '../testing/a-stored-span.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const errors = {
  conditions: [{ field: 'status_code', operator: 'is', value: 'STATUS_CODE_ERROR' }],
};

interface Sent {
  readonly tier: string;
  readonly isFailed: boolean;
}

function create(...sent: readonly Sent[]) {
  const { app, analyze } = createTestTraceQuery();
  analyze(
    ...sent.map(
      ({ tier, isFailed }, index) =>
        ({
          span_id: spanId(index),
          start_time: START_NS + BigInt(index),
          status_code: isFailed ? 'STATUS_CODE_ERROR' : 'STATUS_CODE_OK',
          attributes: { customer: { tier }, size: index, ag: { data: {} } },
        }) as const,
    ),
  );
  return (body: object) => request(app).post('/spans/compare/query').send(body);
}

const sent = [
  { tier: 'premium', isFailed: true },
  { tier: 'premium', isFailed: true },
  { tier: 'free', isFailed: false },
  { tier: 'free', isFailed: false },
  { tier: 'premium', isFailed: false },
  { tier: 'free', isFailed: false },
];

interface Attribute {
  readonly field: string;
  readonly key?: string;
}

describe('POST /spans/compare/query', () => {
  it('shows how the selected spans differ from the others', async () => {
    const { body } = await create(...sent)({ selection: errors });

    const { attributes, ...numbers } = body;
    const at = (name: string) =>
      attributes.find(({ field, key }: Attribute) => (key ?? field) === name);
    expect(numbers).toEqual({ selected: 2, rest: 4, sampled: false, left_out: 0 });
    expect(at('customer.tier')).toEqual({
      field: 'attributes',
      key: 'customer.tier',
      type: 'text',
      score: 0.75,
      absent: [0, 0],
      values: [
        { value: 'free', selected: 0, rest: 0.75 },
        { value: 'premium', selected: 1, rest: 0.25 },
      ],
    });
    expect(at('status_code')).toMatchObject({ field: 'status_code', score: 1 });
    expect(at('size')).toMatchObject({ type: 'number', score: 1, bins: { length: 10 } });
  });

  it('reads the newest spans of the filter and the window only', async () => {
    const { body } = await create(...sent)({
      filtering: {
        conditions: [
          { field: 'attributes', key: 'customer.tier', operator: 'is', value: 'premium' },
        ],
      },
      windowing: { newest: '2026-05-01T10:00:00.000000004Z' },
      selection: errors,
      sample: 1,
      limit: 1,
    });

    const { attributes, ...numbers } = body;
    expect(numbers).toEqual({ selected: 1, rest: 0, sampled: true, left_out: 0 });
    expect(attributes).toHaveLength(1);
  });

  it('scores every attribute of a side without spans with one half', async () => {
    const { body } = await create(...sent)({
      selection: { conditions: [{ field: 'span_name', operator: 'is', value: 'none' }] },
    });

    expect(body.selected).toBe(0);
    expect(new Set(body.attributes.map(({ score }: { score: number }) => score))).toEqual(
      new Set([0.5]),
    );
  });

  it.each([
    [{}, ['body', 'selection']],
    [{ selection: null }, ['body', 'selection']],
    [{ selection: errors, limit: 0 }, ['body', 'limit']],
    [{ selection: errors, sample: 0 }, ['body', 'sample']],
    [{ selection: errors, sample: 1_000_001 }, ['body', 'sample']],
    [{ selection: { conditions: 1 } }, ['body', 'selection', 'conditions']],
  ])('answers 422 to %j', async (body, loc) => {
    const { status, body: problem } = await create()(body);

    expect([status, problem.detail[0].loc]).toEqual([422, loc]);
  });
});
