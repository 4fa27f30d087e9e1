import request from 'supertest';
import { createTestGateway } from '../testing/test-gateway.js';

const receipt = expect.stringMatching(/^[\w-]{20,}$/);

async function post(path: string, body: object) {
  const gateway = createTestGateway();
  const response = await request(gateway.app).post(path).send(body);
  return { gateway, response };
}

/** The worked examples of the API contract, word for word. */
describe('the worked examples of ingest', () => {
  const trace1 = '4bf92f3577b34da6a3ce929d0e0e4736';
  const trace2 = '0af7651916cd43dd8448eb211c80319c';
  const trace3 = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';

  it('accepts the flat form in every spelling of ids and times', async () => {
    // The literal beyond 2^53 has to survive, so the body is text.
    const body = `{"spans":[
      {"trace_id":"${trace1}","span_id":"00f067aa0ba902b7","span_name":"ask","span_kind":"SPAN_KIND_SERVER",
       "start_time":"2026-05-01T10:00:00Z","end_time":"2026-05-01T10:00:01.5+00:00",
       "attributes":{"ag.type.span":"workflow","ag.data.inputs.q":"hi","ag.session.id":"s-1","tier":"gold",
        "ag.references.application.slug":"my-app","ag.references.application_revision.version":"3"}},
      {"trace_id":"4BF92F35-77B3-4DA6-A3CE-929D0E0E4736","span_id":"0x53995c3f42cd8ad8","parent_id":"00f067aa0ba902b7","span_name":"draft",
       "start_time":1777629600250,"end_time":"2026-05-01T10:00:01",
       "attributes":{"ag":{"type":{"span":"llm"},"data":{"outputs":"hello"},"metrics":{"tokens":{"incremental":{"prompt":8,"completion":"2","total":10}}}},"n":9007199254740993}}]}`;
    const { app, storedSpans } = createTestGateway();

    const response = await request(app)
      .post('/tracing/spans/ingest')
      .set('content-type', 'application/json')
      .send(body);

    expect(response.status).toBe(202);
    expect(response.headers['x-ingest-receipt']).toEqual(receipt);
    expect(response.body).toEqual({
      count: 2,
      links: [
        { trace_id: trace1, span_id: '00f067aa0ba902b7' },
        { trace_id: trace1, span_id: '53995c3f42cd8ad8' },
      ],
    });
    expect(storedSpans()[1]?.attributes).toContain('"n":9007199254740993');
  });

  it('accepts the nested form and links children before their parent', async () => {
    const { response } = await post('/tracing/spans/ingest', {
      traces: {
        [trace2]: {
          spans: {
            job: {
              trace_id: trace2,
              span_id: 'b7ad6b7169203331',
              span_type: 'workflow',
              start_time: '2026-05-01T11:00:00Z',
              end_time: '2026-05-01T11:00:02Z',
              spans: {
                try: [
                  {
                    trace_id: trace2,
                    span_id: '00000000000000c1',
                    start_time: '2026-05-01T11:00:00.000000001Z',
                    end_time: '2026-05-01T11:00:01Z',
                    status_code: 'STATUS_CODE_ERROR',
                    events: [
                      {
                        name: 'exception',
                        timestamp: 1777633200500,
                        attributes: { 'exception.type': 'Timeout' },
                      },
                    ],
                  },
                  {
                    trace_id: trace2,
                    span_id: '00000000000000c2',
                    start_time: '2026-05-01T11:00:01Z',
                    end_time: '2026-05-01T11:00:01Z',
                  },
                ],
              },
            },
          },
        },
      },
    });

    expect(response.status).toBe(202);
    expect(response.body).toEqual({
      count: 3,
      links: [
        { trace_id: trace2, span_id: '00000000000000c1' },
        { trace_id: trace2, span_id: '00000000000000c2' },
        { trace_id: trace2, span_id: 'b7ad6b7169203331' },
      ],
    });
  });

  it('drops invalid spans and accepts their neighbours', async () => {
    const times = { start_time: '2026-05-01T09:00:00Z', end_time: '2026-05-01T09:00:00Z' };
    const child = { trace_id: trace3, parent_id: 'a1a1a1a1a1a1a1a1', ...times };
    const { response, gateway } = await post('/tracing/spans/ingest', {
      spans: [
        {
          trace_id: trace3,
          span_id: 'a1a1a1a1a1a1a1a1',
          span_name: 'ok',
          ...times,
          attributes: { a: 'x', 'a.b': 1 },
        },
        { ...child, span_id: 'xyz' },
        { ...child, span_id: 'a3a3a3a3a3a3a3a3', status_code: 'OK' },
      ],
    });

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
    expect(gateway.storedSpans()).toHaveLength(1);
  });

  it('answers OTLP JSON with a partial success', async () => {
    const traceId = '5B8EFFF798038103D269B633813FC60C';
    const { response, gateway } = await post('/v1/traces', {
      resourceSpans: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] },
          scopeSpans: [
            {
              scope: { name: 'demo', version: '1.2.0' },
              spans: [
                {
                  traceId,
                  spanId: 'EEE19B7EC3C1B174',
                  parentSpanId: '',
                  name: 'chat demo-model',
                  kind: 3,
                  startTimeUnixNano: '1777629660000000000',
                  endTimeUnixNano: '1777629660200000005',
                  attributes: [
                    { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
                    { key: 'gen_ai.request.model', value: { stringValue: 'demo-model' } },
                    { key: 'gen_ai.usage.input_tokens', value: { intValue: '12' } },
                    { key: 'gen_ai.usage.output_tokens', value: { intValue: 3 } },
                  ],
                  status: { code: 1 },
                },
                { traceId, spanId: 'EEE19B7EC3C1B175', name: 'bad', kind: 99 },
              ],
            },
          ],
        },
      ],
    });

    expect(response.status).toBe(200);
    expect(response.headers['x-ingest-receipt']).toEqual(receipt);
    expect(response.body).toEqual({
      partialSuccess: {
        rejectedSpans: '1',
        errorMessage:
          '1 span refused: 5b8efff798038103d269b633813fc60c/eee19b7ec3c1b175 invalid_enum',
      },
    });
    expect(gateway.storedSpans()).toMatchObject([
      { span_name: 'chat demo-model', span_kind: 'SPAN_KIND_CLIENT', span_type: 'chat' },
    ]);
  });
});
