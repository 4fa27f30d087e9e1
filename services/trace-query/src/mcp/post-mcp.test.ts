import { issueKey } from '@spanhouse/catalog/testing';
import { AppError } from '@spanhouse/service-runtime';
import { FakeTraceReader } from '@spanhouse/trace-store/testing';
import request from 'supertest';
import { aStoredSpan } from '../testing/a-stored-span.js';
import { createTestMcp, listTools as list } from '../testing/test-mcp.js';

const { trace_id, span_id } = aStoredSpan();

describe('POST /mcp', () => {
  it.each([
    ['application/json', 'application/json; charset=utf-8'],
    ['application/json, text/event-stream', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['text/event-stream', 'text/event-stream; charset=utf-8'],
    ['application/json;q=0.5, text/event-stream', 'text/event-stream; charset=utf-8'],
  ])('answers Accept: %s as %s', async (accept, type) => {
    const { headers, text } = await createTestMcp().post().set({ accept }).send(list);

    expect(headers['content-type']).toBe(type);
    const json = type.startsWith('text')
      ? /^event: message\ndata: (.*)\n\n$/.exec(text)?.[1]
      : text;
    expect(JSON.parse(json ?? '')).toMatchObject({ jsonrpc: '2.0', id: 1, result: {} });
  });

  it('refuses another form with 406', async () => {
    const { status, body } = await createTestMcp().post().set({ accept: 'text/html' }).send(list);

    expect([status, body.error]).toEqual([
      406,
      { code: -32000, message: 'The answer is application/json or text/event-stream.' },
    ]);
  });

  it('has no session, no stream of its own and no CORS headers', async () => {
    const { app, post } = createTestMcp();

    const { headers } = await post().send(list);
    const others = [await request(app).get('/mcp'), await request(app).delete('/mcp')];

    expect(Object.keys(headers).filter((name) => /session|allow-origin/.test(name))).toEqual([]);
    expect(others.map(({ status, headers: { allow } }) => [status, allow])).toEqual([
      [405, 'POST'],
      [405, 'POST'],
    ]);
  });

  it('takes a notification with 202 and nothing', async () => {
    const message = { jsonrpc: '2.0', method: 'notifications/initialized' };

    const { status, text } = await createTestMcp().post().send(message);

    expect([status, text]).toEqual([202, '']);
  });

  it('is 404 if it is off', async () => {
    expect(
      (
        await createTestMcp({ settings: { mcp: undefined } })
          .post()
          .send(list)
      ).status,
    ).toBe(404);
  });

  it.each([
    ['[]', 400, -32600],
    ['{"jsonrpc":"2.0"', 422, -32600],
    ['', 422, -32600],
    ['{"id":1}', 400, -32700],
  ])('refuses the body %s with %d', async (body, status, code) => {
    const answer = await createTestMcp()
      .post()
      .set({ 'content-type': 'application/json' })
      .send(body);

    expect([answer.status, answer.body]).toMatchObject([
      status,
      { jsonrpc: '2.0', id: null, error: { code } },
    ]);
  });

  it('refuses an unknown version of the protocol with 400', async () => {
    const { status, body } = await createTestMcp()
      .post()
      .set({ 'mcp-protocol-version': '1999-01-01' })
      .send(list);

    expect([status, body.error.message]).toEqual([
      400,
      expect.stringContaining('supported versions: 20'),
    ]);
  });

  it('needs a key with view_spans in mode keys, and never demands Basic', async () => {
    const { catalog, post } = createTestMcp({ authMode: 'keys' });
    const [reader, writer] = [
      await issueKey(catalog, ['view_spans']),
      await issueKey(catalog, ['edit_spans']),
    ];
    const basic = Buffer.from(`me:${reader.text}`).toString('base64');
    const ask = (authorization: string) => post().set({ authorization }).send(list);

    for (const form of [`ApiKey ${reader.text}`, `Bearer ${reader.text}`, `Basic ${basic}`]) {
      expect((await ask(form)).status).toBe(200);
    }
    expect((await ask(`ApiKey ${writer.text}`)).status).toBe(403);
    const refused = await post().send(list);
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'ApiKey']);
    expect(refused.body).toMatchObject({ jsonrpc: '2.0', error: { code: -32000 }, id: null });
  });

  it.each([
    ['https://evil.example', 403],
    ['null', 403],
    ['http://localhost:6274', 200],
    ['https://mcp.example.com', 200],
    ['https://traces.example.com', 200],
    ['https://page.example.com', 200],
  ])('answers the origin %s with %d, in both modes', async (origin, status) => {
    const mcp = {
      ALLOWED_HOSTS: ['traces.example.com'],
      CORS_ALLOWED_ORIGINS: ['https://page.example.com', '*'],
    };
    for (const authMode of ['open', 'keys'] as const) {
      const { catalog, post } = createTestMcp({ authMode, settings: { mcp } });
      const { text } = await issueKey(catalog, ['view_spans']);

      const asked = post().set({ origin, host: 'mcp.example.com', authorization: text });

      expect((await asked.send(list)).status).toBe(status);
    }
  });
});

describe('a call of a tool', () => {
  it('names the tools if it names none of them', async () => {
    const { body } = await createTestMcp().call('delete_traces', {});

    expect(body.error).toEqual({
      code: -32602,
      message: expect.stringMatching(/Unknown tool "delete_traces".* Tools: summarize_spans, /),
    });
  });

  it('that finds nothing is no error', async () => {
    const { call } = createTestMcp();

    const opened = await call('open_trace', { trace_id });
    const read = await call('read_spans', { trace_id, span_ids: [span_id] });

    expect(opened.answer.data).toMatchObject({ found: false, spans: [] });
    expect(read.answer.data).toEqual({ spans: [], not_found: [span_id] });
    expect([opened.isError, read.isError]).toEqual([false, false]);
  });

  it('shows an outline with exact nanoseconds, and a part of it', async () => {
    const { reader, call } = createTestMcp();
    const start_time = 1_777_629_600_000_000_001n;
    reader.add([
      aStoredSpan(),
      aStoredSpan({
        span_id: '1'.repeat(16),
        parent_id: span_id,
        start_time,
        status_code: 'STATUS_CODE_ERROR',
      }),
      aStoredSpan({ span_id: '2'.repeat(16), parent_id: '1'.repeat(16), start_time }),
    ]);

    const { answer } = await call('open_trace', { trace_id });
    const part = await call('open_trace', { trace_id, span_id: '1'.repeat(16) });

    expect(answer.data.spans).toMatchObject([
      { span_id, depth: 0, start_offset_ns: 0, duration_ns: 1_500_000_000 },
      { depth: 1, status_code: 'STATUS_CODE_ERROR', start_offset_ns: 1 },
      { depth: 2, duration_ns: 1_499_999_999 },
    ]);
    expect(part.answer.data.spans.map(({ depth }: { depth: number }) => depth)).toEqual([1, 2]);
    expect((await call('open_trace', { trace_id, span_id: '3'.repeat(16) })).answer).toEqual({
      errors: [{ argument: 'span_id', problem: `The trace has no span ${'3'.repeat(16)}.` }],
    });
  });

  it('of a large trace keeps to its size, and counts the spans that are left out', async () => {
    const { reader, call } = createTestMcp();
    const spans = Array.from({ length: 2000 }, (_, n) =>
      aStoredSpan({
        span_id: (n + 1).toString(16).padStart(16, '0'),
        parent_id: n === 0 ? undefined : '1'.padStart(16, '0'),
        status_code: n === 1999 ? 'STATUS_CODE_ERROR' : 'STATUS_CODE_UNSET',
      }),
    );
    reader.add(spans);

    const { body, answer } = await call('open_trace', { trace_id });

    expect(body.result.content[0].text.length).toBeLessThanOrEqual(20_000);
    expect(answer.data.spans.at(-1).status_code).toBe('STATUS_CODE_ERROR');
    expect(answer.left_out.places).toEqual([
      { at: '/spans', items: 2000 - answer.data.spans.length },
    ]);
  });

  it('reports to a model that the store did not answer in time, and counts it', async () => {
    const reader = new FakeTraceReader();
    reader.readOutline = () => Promise.reject(new AppError('DEADLINE_EXCEEDED', 'late'));
    reader.measured = () => reader;
    const { registry, call } = createTestMcp({ store: reader });

    const { isError, answer } = await call('open_trace', { trace_id });

    expect([isError, answer]).toEqual([
      true,
      { errors: [{ problem: 'The query did not finish in time.' }] },
    ]);
    expect(await registry.metrics()).toContain(
      'spanhouse_query_reads_total{kind="mcp",outcome="timed_out"} 1',
    );
  });

  it('that meets a defect is a 500 without details', async () => {
    const reader = new FakeTraceReader();
    reader.readOutline = () => Promise.reject(new Error('a secret'));
    reader.measured = () => reader;
    const { call } = createTestMcp({ store: reader });

    const { status, body } = await call('open_trace', { trace_id });

    expect([status, body.error.code]).toEqual([500, -32603]);
    expect(JSON.stringify(body)).not.toContain('secret');
  });
});
