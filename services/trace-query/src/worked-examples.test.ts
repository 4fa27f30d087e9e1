import request from 'supertest';
import { store, takeIn } from './testing/intake.js';
import { createTestTraceQuery } from './testing/test-trace-query.js';

const flat = `{"spans":[
 {"trace_id":"4bf92f3577b34da6a3ce929d0e0e4736","span_id":"00f067aa0ba902b7","span_name":"ask","span_kind":"SPAN_KIND_SERVER",
  "start_time":"2026-05-01T10:00:00Z","end_time":"2026-05-01T10:00:01.5+00:00",
  "attributes":{"ag.type.span":"workflow","ag.data.inputs.q":"hi","ag.session.id":"s-1","tier":"gold",
   "ag.references.application.slug":"my-app","ag.references.application_revision.version":"3"}},
 {"trace_id":"4BF92F35-77B3-4DA6-A3CE-929D0E0E4736","span_id":"0x53995c3f42cd8ad8","parent_id":"00f067aa0ba902b7","span_name":"draft",
  "start_time":1777629600250,"end_time":"2026-05-01T10:00:01",
  "attributes":{"ag":{"type":{"span":"llm"},"data":{"outputs":"hello"},"metrics":{"tokens":{"incremental":{"prompt":8,"completion":"2","total":10}}}},"n":9007199254740993}}]}`;

const nested = `{"traces":{"0af7651916cd43dd8448eb211c80319c":{"spans":{"job":{
  "trace_id":"0af7651916cd43dd8448eb211c80319c","span_id":"b7ad6b7169203331","span_type":"workflow",
  "start_time":"2026-05-01T11:00:00Z","end_time":"2026-05-01T11:00:02Z",
  "spans":{"try":[
   {"trace_id":"0af7651916cd43dd8448eb211c80319c","span_id":"00000000000000c1","start_time":"2026-05-01T11:00:00.000000001Z","end_time":"2026-05-01T11:00:01Z",
    "status_code":"STATUS_CODE_ERROR","events":[{"name":"exception","timestamp":1777633200500,"attributes":{"exception.type":"Timeout"}}]},
   {"trace_id":"0af7651916cd43dd8448eb211c80319c","span_id":"00000000000000c2","start_time":"2026-05-01T11:00:01Z","end_time":"2026-05-01T11:00:01Z"}]}}}}}}`;

const lifecycle = {
  created_at: '2026-05-01T12:53:20Z',
  created_by_id: '00000000-0000-0000-0000-000000000000',
};

const draft = {
  ...lifecycle,
  trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
  span_id: '53995c3f42cd8ad8',
  parent_id: '00f067aa0ba902b7',
  trace_type: 'invocation',
  span_type: 'llm',
  span_kind: 'SPAN_KIND_UNSPECIFIED',
  span_name: 'draft',
  start_time: '2026-05-01T10:00:00.250000Z',
  end_time: '2026-05-01T10:00:01Z',
  status_code: 'STATUS_CODE_UNSET',
  attributes: {
    n: Number('9007199254740993'),
    ag: {
      type: { trace: 'invocation', span: 'llm' },
      data: { outputs: 'hello' },
      metrics: {
        duration: { cumulative: 750 },
        errors: {},
        costs: {},
        tokens: {
          incremental: { prompt: 8, completion: 2, total: 10 },
          cumulative: { prompt: 8, completion: 2, total: 10 },
        },
      },
    },
  },
};

const ask = {
  ...lifecycle,
  trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
  span_id: '00f067aa0ba902b7',
  trace_type: 'invocation',
  span_type: 'workflow',
  span_kind: 'SPAN_KIND_SERVER',
  span_name: 'ask',
  start_time: '2026-05-01T10:00:00Z',
  end_time: '2026-05-01T10:00:01.500000Z',
  status_code: 'STATUS_CODE_UNSET',
  session_id: 's-1',
  attributes: {
    tier: 'gold',
    ag: {
      type: { trace: 'invocation', span: 'workflow' },
      data: { inputs: { q: 'hi' } },
      session: { id: 's-1' },
      references: { application: { slug: 'my-app' }, application_revision: { version: '3' } },
      metrics: {
        duration: { cumulative: 1500 },
        errors: {},
        costs: {},
        tokens: { cumulative: { prompt: 8, completion: 2, total: 10 } },
      },
    },
  },
  references: [
    { slug: 'my-app', attributes: { key: 'application' } },
    { version: '3', attributes: { key: 'application_revision' } },
  ],
  hashes: [{ id: '42a28c76-83f7-97c7-6ee1-c9bee372fb5a', attributes: { key: 'indirect' } }],
};

function node(members: object, metrics: object) {
  return {
    ...lifecycle,
    trace_id: '0af7651916cd43dd8448eb211c80319c',
    trace_type: 'invocation',
    span_type: 'task',
    span_kind: 'SPAN_KIND_UNSPECIFIED',
    status_code: 'STATUS_CODE_UNSET',
    attributes: {
      ag: {
        type: { trace: 'invocation' },
        data: {},
        metrics: { duration: {}, errors: {}, tokens: {}, costs: {}, ...metrics },
      },
    },
    ...members,
  };
}

const job = node(
  {
    span_id: 'b7ad6b7169203331',
    span_type: 'workflow',
    span_name: 'job',
    start_time: '2026-05-01T11:00:00Z',
    end_time: '2026-05-01T11:00:02Z',
    spans: {
      try: [
        node(
          {
            span_id: '00000000000000c1',
            parent_id: 'b7ad6b7169203331',
            span_name: 'try',
            start_time: '2026-05-01T11:00:00.000000001Z',
            end_time: '2026-05-01T11:00:01Z',
            status_code: 'STATUS_CODE_ERROR',
            events: [
              {
                name: 'exception',
                timestamp: '2026-05-01T11:00:00.500000Z',
                attributes: { 'exception.type': 'Timeout' },
              },
            ],
          },
          { duration: { cumulative: 1000 }, errors: { incremental: 1, cumulative: 1 } },
        ),
        node(
          {
            span_id: '00000000000000c2',
            parent_id: 'b7ad6b7169203331',
            span_name: 'try',
            start_time: '2026-05-01T11:00:01Z',
            end_time: '2026-05-01T11:00:01Z',
          },
          {},
        ),
      ],
    },
  },
  { duration: { cumulative: 2000 }, errors: { cumulative: 1 } },
);

/** Runs the examples of reads, from the submitted JSON through encoded rows to the answer. */
describe('the worked examples of reading', () => {
  const create = () => {
    const { app, reader } = createTestTraceQuery();
    reader.add(store([...takeIn(flat), ...takeIn(nested)]));
    return (path: string, body: object) => request(app).post(path).send(body);
  };

  it('pages through the spans of a trace', async () => {
    const post = create();
    const filtering = {
      conditions: [{ field: 'trace_id', operator: 'in', value: [draft.trace_id] }],
    };

    const first = await post('/spans/query', { filtering, windowing: { limit: 1 } });
    const { next } = first.body.windowing;
    const last = await post('/spans/query', { filtering, windowing: { next } });

    expect(first.body).toEqual({
      count: 1,
      spans: [draft],
      windowing: { limit: 1, order: 'descending', next: expect.any(String) },
    });
    expect(first.text).toContain('"n":9007199254740993');
    expect(last.body).toEqual({ count: 1, spans: [ask] });
  });

  it('shows a trace as a tree', async () => {
    const post = create();
    const conditions = [
      { field: 'status_code', value: 'STATUS_CODE_ERROR' },
      { field: 'start_time', operator: 'gte', value: '2026-05-01T11:00:00Z' },
    ];

    const { body } = await post('/traces/query', { filtering: { conditions } });

    expect(body).toEqual({ count: 1, traces: [{ trace_id: job.trace_id, spans: { job } }] });
  });
});
