import { flatIngest, nestedIngest, partialDrop } from '@spanhouse/span-intake/testing';
import { anOtlpSpan, otlpRequestOf, toKeyValues } from '@spanhouse/span-intake/testing/otlp';
import request from 'supertest';
import { jsonType } from '../testing/send-otlp.js';
import { createTestGateway } from '../testing/test-gateway.js';

const receipt = expect.stringMatching(/^[\w-]{20,}$/);

async function post(path: string, body: string) {
  const gateway = createTestGateway();
  const response = await request(gateway.app).post(path).set(jsonType).send(body);
  return { response, stored: gateway.storedSpans() };
}

/** Checks the exact examples of the API contract. Tests in span-intake check the resulting spans. */
describe('the worked examples of ingest', () => {
  const trace1 = '4bf92f3577b34da6a3ce929d0e0e4736';
  const trace2 = '0af7651916cd43dd8448eb211c80319c';
  const trace3 = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';

  it.each([
    [
      'the flat form in every spelling of ids and times',
      flatIngest.flat,
      [
        { trace_id: trace1, span_id: '00f067aa0ba902b7' },
        { trace_id: trace1, span_id: '53995c3f42cd8ad8' },
      ],
    ],
    [
      'the nested form, with children before their parent',
      nestedIngest.nested,
      [
        { trace_id: trace2, span_id: '00000000000000c1' },
        { trace_id: trace2, span_id: '00000000000000c2' },
        { trace_id: trace2, span_id: 'b7ad6b7169203331' },
      ],
    ],
  ])('accepts %s', async (_form, body, links) => {
    const { response, stored } = await post('/tracing/spans/ingest', body);

    expect(response.status).toBe(202);
    expect(response.headers['x-ingest-receipt']).toEqual(receipt);
    expect(response.body).toEqual({ count: links.length, links });
    expect(stored).toHaveLength(links.length);
  });

  it('keeps an integer beyond 2^53', async () => {
    const { stored } = await post('/tracing/spans/ingest', flatIngest.flat);

    expect(stored[1]?.attributes).toContain('"n":9007199254740993');
  });

  it('drops invalid spans and accepts the others', async () => {
    const { response, stored } = await post('/tracing/spans/ingest', partialDrop.flat);

    expect(response.status).toBe(202);
    expect(response.body).toEqual({
      count: 1,
      links: [{ trace_id: trace3, span_id: 'a1a1a1a1a1a1a1a1' }],
      dropped: [
        {
          trace_id: trace3,
          span_id: 'xyz',
          index: 1,
          code: 'invalid_span_id',
          message: 'span_id is not a valid id.',
        },
        {
          trace_id: trace3,
          span_id: 'a3a3a3a3a3a3a3a3',
          index: 2,
          code: 'invalid_enum',
          message:
            'status_code is not one of STATUS_CODE_UNSET, STATUS_CODE_OK, STATUS_CODE_ERROR.',
        },
      ],
    });
    expect(stored).toHaveLength(1);
  });

  it('answers OTLP JSON with a partial success', async () => {
    const attributes = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'demo-model',
      'gen_ai.usage.input_tokens': 12,
    };
    const sent = otlpRequestOf(
      anOtlpSpan({ name: 'chat demo-model', kind: 3, attributes: toKeyValues(attributes) }),
      anOtlpSpan({ spanId: 'EEE19B7EC3C1B175', name: 'bad', kind: 99 }),
    );

    const { response, stored } = await post('/v1/traces', JSON.stringify(sent));

    expect(response.status).toBe(200);
    expect(response.headers['x-ingest-receipt']).toEqual(receipt);
    expect(response.body).toEqual({
      partialSuccess: {
        rejectedSpans: '1',
        errorMessage:
          '1 span refused: 5b8efff798038103d269b633813fc60c/eee19b7ec3c1b175 invalid_enum',
      },
    });
    expect(stored).toMatchObject([
      { span_name: 'chat demo-model', span_kind: 'SPAN_KIND_CLIENT', span_type: 'chat' },
    ]);
  });
});
