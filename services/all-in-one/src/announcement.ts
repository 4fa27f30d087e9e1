/**
 * The state of an optional port: open, switched off, or unavailable because another program, such as a local collector,
 * uses it.
 */
export type OptionalPort =
  | { readonly status: 'open'; readonly url: string }
  | { readonly status: 'off' }
  | { readonly status: 'failed'; readonly setting: string; readonly reason: string };

/** The facts that `npm start` prints when the system is ready. */
export interface Announcement {
  readonly apiUrl: string;
  /** True if the web interface is served at `/ui/` below the API's address. */
  readonly servesUi: boolean;
  /** The port to which OTLP/HTTP exporters send by default. */
  readonly otlpHttp: OptionalPort;
  /** The port to which OTLP/gRPC exporters send by default. */
  readonly otlpGrpc: OptionalPort;
  /** True if every request needs an API key (AUTH_MODE=keys). */
  readonly needsKey: boolean;
  /** The absolute path of the data directory. */
  readonly dataDir: string;
  /** The ids of the example span. */
  readonly traceId: string;
  readonly spanId: string;
  /** The time of the example span, in ISO 8601. */
  readonly now: string;
}

const howToGetAKey = [
  'Get a key (set ADMIN_KEY, and SPANHOUSE_URL to the address of the API):',
  '',
  '  KEY=$(npm run --silent keys -- create)',
  '',
];

/**
 * Returns the announcement for the terminal: the addresses, a command that sends a span, and a command that reads the
 * span.
 */
export function announce(facts: Announcement): string {
  const { apiUrl, otlpHttp, otlpGrpc, dataDir, traceId, spanId, now } = facts;
  const otlpUrl = otlpHttp.status === 'open' ? otlpHttp.url : apiUrl;
  const span = {
    trace_id: traceId,
    span_id: spanId,
    span_name: 'hello',
    start_time: now,
    end_time: now,
  };
  const body = JSON.stringify({ spans: [{ ...span, attributes: { greeting: 'hi' } }] });
  const credentials = facts.needsKey ? ' -H "authorization: ApiKey $KEY"' : '';
  const lines = [
    '',
    'Spanhouse is ready.',
    '',
    ...(facts.servesUi ? [`  Open        ${apiUrl}/ui/`, ''] : []),
    `  API         ${apiUrl}`,
    `  OTLP/HTTP   ${otlpUrl}/v1/traces`,
    ...(otlpGrpc.status === 'open' ? [`  OTLP/gRPC   ${otlpGrpc.url}`] : []),
    `  Data        ${dataDir}`,
    ...[otlpHttp, otlpGrpc].flatMap(warningOf),
    '',
    ...(facts.needsKey ? howToGetAKey : []),
    'Send a span:',
    '',
    `  curl -sS ${apiUrl}/tracing/spans/ingest -H 'content-type: application/json'${credentials} -d '${body}'`,
    '',
    'Read it back:',
    '',
    // The command waits one second before it reads, because a user may paste both commands together, and a span becomes
    // readable only after its block is written.
    `  sleep 1; curl -sS ${apiUrl}/traces/${traceId}${credentials}`,
    '',
    'Press Ctrl-C to stop.',
    '',
  ];
  return lines.join('\n');
}

/** Returns a warning if the port could not be opened. In that case, exporters that use this port lose their spans. */
function warningOf(port: OptionalPort): readonly string[] {
  return port.status === 'failed'
    ? [`  Not open    ${port.reason}. Free it, or set ${port.setting} to another port, or to 0.`]
    : [];
}
