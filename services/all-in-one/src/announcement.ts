/** What the person who typed `npm start` needs to know, and two commands to paste. */
export interface Announcement {
  readonly apiUrl: string;
  /** Where OpenTelemetry exporters send by default, when it could be had. */
  readonly otlpUrl: string | undefined;
  /** The same for OTLP over gRPC. */
  readonly otlpGrpcUrl: string | undefined;
  /** AUTH_MODE=keys: nothing is answered without one. */
  readonly needsKey: boolean;
  readonly clickhouseUrl: string;
  readonly dataDir: string;
  readonly traceId: string;
  readonly spanId: string;
  /** ISO 8601. */
  readonly now: string;
}

const HOW_TO_GET_A_KEY = [
  'Get a key, with the ADMIN_KEY and the address of this process in the environment:',
  '',
  '  KEY=$(npm run --silent keys -- create)',
  '',
];

export function announce(facts: Announcement): string {
  const { apiUrl, otlpUrl, otlpGrpcUrl, clickhouseUrl, dataDir, traceId, spanId, now } = facts;
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
    `  API         ${apiUrl}`,
    `  OTLP/HTTP   ${otlpUrl ?? apiUrl}/v1/traces`,
    ...(otlpGrpcUrl === undefined ? [] : [`  OTLP/gRPC   ${otlpGrpcUrl}`]),
    `  ClickHouse  ${clickhouseUrl}`,
    `  Data        ${dataDir}`,
    '',
    ...(facts.needsKey ? HOW_TO_GET_A_KEY : []),
    'Send a span:',
    '',
    `  curl -sS ${apiUrl}/tracing/spans/ingest -H 'content-type: application/json'${credentials} -d '${body}'`,
    '',
    'Read it back:',
    '',
    // Blocks take a moment, and both lines may be pasted at once.
    `  sleep 1; curl -sS ${apiUrl}/traces/${traceId}${credentials}`,
    '',
    'Ctrl-C stops it.',
    '',
  ];
  return lines.join('\n');
}
