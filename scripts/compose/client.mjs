// A user of the system that a compose file describes: has its published addresses and the admin key, nothing else.
import { randomBytes } from 'node:crypto';
import { connect } from 'node:http2';

const TIMEOUT_MS = 60_000;
const DEFAULT_PROJECT_ID = '00000000-0000-0000-0000-000000000000';

export async function request(url, { method = 'GET', headers = {}, body } = {}) {
  const response = await fetch(url, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} was answered ${response.status}: ${text}`);
  return { receipt: response.headers.get('x-ingest-receipt'), body: text && JSON.parse(text) };
}

/** Headers with a new key of the default project. */
export async function newKey(apiUrl, adminKey) {
  const { body } = await request(`${apiUrl}/admin/keys`, {
    method: 'POST',
    headers: { authorization: `Access ${adminKey}` },
    body: { project_id: DEFAULT_PROJECT_ID, name: 'compose:check' },
  });
  return { authorization: `ApiKey ${body.key.replace(/^ApiKey /, '')}` };
}

const newId = (bytes) => randomBytes(bytes).toString('hex');

/** Sends a trace of two spans as JSON and one of one span as OTLP, and reads both back at `apiUrl`. */
export async function sendAndReadBack({ apiUrl, otlpUrl, headers }) {
  const traceId = newId(16);
  const rootId = newId(8);
  const now = new Date().toISOString();
  const span = (name, rest) => ({
    trace_id: traceId,
    span_name: name,
    start_time: now,
    end_time: now,
    ...rest,
  });
  const spans = [
    span('root', { span_id: rootId }),
    span('leaf', { span_id: newId(8), parent_id: rootId }),
  ];
  const sent = await request(`${apiUrl}/tracing/spans/ingest`, {
    method: 'POST',
    headers,
    body: { spans },
  });
  const otlp = await sendOtlp(otlpUrl, headers);
  const consistent = {
    ...headers,
    'x-consistent-with': `${sent.receipt},${otlp.receipt}`,
    'x-consistency-timeout-ms': '30000',
  };
  const tree = await request(`${apiUrl}/traces/${traceId}`, { headers: consistent });
  const names = Object.keys(tree.body.trace.spans);
  if (names.join() !== 'root') throw new Error(`the trace has ${names} at its top`);
  const list = await request(`${apiUrl}/spans/?trace_id=${otlp.traceId}`, { headers: consistent });
  if (list.body.count !== 1)
    throw new Error(`${list.body.count} spans of the OTLP trace came back`);
}

async function sendOtlp(otlpUrl, headers) {
  const traceId = newId(16);
  const nanoseconds = `${Date.now()}000000`;
  const times = { startTimeUnixNano: nanoseconds, endTimeUnixNano: nanoseconds };
  const spans = [{ traceId, spanId: newId(8), name: 'otlp', kind: 1, ...times }];
  const body = { resourceSpans: [{ scopeSpans: [{ spans }] }] };
  const { receipt } = await request(`${otlpUrl}/v1/traces`, { method: 'POST', headers, body });
  return { traceId, receipt };
}

/** An export of no spans over gRPC: a frame of an empty message. Resolves with the gRPC status, '0' = OK. */
export async function exportNothingOverGrpc(address, headers) {
  const session = connect(`http://${address}`);
  try {
    return await new Promise((resolve, reject) => {
      session.once('error', reject);
      const stream = session.request({
        ...{ ':method': 'POST', 'content-type': 'application/grpc', te: 'trailers', ...headers },
        ':path': '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
      });
      stream.once('error', reject);
      stream.setTimeout(TIMEOUT_MS, () =>
        reject(new Error(`${address} does not answer over gRPC`)),
      );
      const statusIn = (fields) =>
        fields['grpc-status'] !== undefined && resolve(fields['grpc-status']);
      stream.once('response', statusIn);
      stream.once('trailers', statusIn);
      stream.resume();
      stream.end(Buffer.alloc(5));
    });
  } finally {
    session.destroy();
  }
}
