// Does the same as `with-openapi-fetch.ts`, but with the functions that @hey-api/openapi-ts generates.
import { client } from './hey-api/client.gen.js';
import { getTracesTraceId, postSpansQuery, postTracingSpansIngest } from './hey-api/index.js';

const traceId = process.argv[3] ?? '';
client.setConfig({ baseUrl: process.argv[2] ?? '' });
const times = { start_time: '2026-05-01T10:00:00Z', end_time: '2026-05-01T10:00:01Z' };

const { data: accepted, response } = await postTracingSpansIngest({
  body: {
    spans: [
      { trace_id: traceId, span_id: '00f067aa0ba902b7', span_name: 'parent', ...times },
      {
        trace_id: traceId,
        span_id: '00f067aa0ba902b8',
        parent_id: '00f067aa0ba902b7',
        span_name: 'child',
        attributes: { customer: { id: 7 } },
        ...times,
      },
    ],
  },
});
const headers = {
  'x-consistent-with': response?.headers.get('x-ingest-receipt') ?? '',
  'x-consistency-timeout-ms': '60000',
};

const names: string[] = [];
let next: string | null | undefined;
do {
  const page = await postSpansQuery({
    headers,
    body: {
      filtering: { conditions: [{ field: 'trace_id', value: traceId }] },
      windowing: { limit: 1, next },
    },
  });
  names.push(...(page.data?.spans ?? []).map((span) => span.span_name));
  next = page.data?.windowing?.next;
} while (next);

const { data: found } = await getTracesTraceId({ headers, path: { trace_id: traceId } });
process.stdout.write(
  JSON.stringify({
    accepted: accepted?.count,
    names: names.toSorted(),
    trace: found?.trace?.trace_id,
    roots: Object.keys(found?.trace?.spans ?? {}),
  }),
);
