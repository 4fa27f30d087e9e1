import type { ProjectAnswer } from '../../api/use-project.js';

/** Instructions for sending spans from one kind of program, with the same content as docs/senders.md. */
export interface Snippet {
  readonly name: string;
  /**
   * Returns the lines of the snippet, with the addresses of this service. If a key is required, the lines contain the
   * placeholder `<key>`.
   */
  readonly lines: (addresses: Addresses) => readonly string[];
}

export interface Addresses {
  readonly json: string;
  readonly otlpHttp: string;
  readonly otlpGrpc: string | undefined;
  readonly needsKey: boolean;
}

/**
 * Returns the addresses to which spans are sent. If the service does not know its HTTP address, `own`, the origin of
 * this page, is used.
 */
export function addressesOf(project: ProjectAnswer | undefined, own: string): Addresses {
  const { json = own, otlp_http: otlpHttp = json, otlp_grpc: otlpGrpc } = project?.ingest ?? {};
  return { json, otlpHttp, otlpGrpc, needsKey: project?.auth_mode === 'keys' };
}

function environment({ otlpHttp, needsKey }: Addresses): string[] {
  return [
    `export OTEL_EXPORTER_OTLP_ENDPOINT=${otlpHttp}`,
    'export OTEL_SERVICE_NAME=shop',
    'export OTEL_METRICS_EXPORTER=none OTEL_LOGS_EXPORTER=none',
    ...(needsKey ? ['export OTEL_EXPORTER_OTLP_HEADERS="authorization=ApiKey%20<key>"'] : []),
    '',
  ];
}

/** Returns a snippet as a single string. */
export function writeSnippet({ lines }: Snippet, addresses: Addresses): string {
  return lines(addresses).join('\n');
}

export const snippets: readonly Snippet[] = [
  {
    name: 'Python',
    lines: (addresses) => [
      ...environment(addresses),
      'python3 -m venv .venv && . .venv/bin/activate',
      'pip install opentelemetry-sdk opentelemetry-exporter-otlp-proto-http',
      "python - <<'PY'",
      'from opentelemetry import trace',
      'from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter',
      'from opentelemetry.sdk.trace import TracerProvider',
      'from opentelemetry.sdk.trace.export import BatchSpanProcessor',
      '',
      'provider = TracerProvider()',
      'provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))',
      'trace.set_tracer_provider(provider)',
      'with trace.get_tracer("shop").start_as_current_span("ask") as span:',
      '    span.set_attribute("ag.data.inputs.question", "Is it sunny?")',
      'provider.shutdown()',
      'PY',
    ],
  },
  {
    name: 'JavaScript',
    lines: (addresses) => [
      ...environment(addresses),
      'npm install @opentelemetry/api @opentelemetry/sdk-node',
      "cat > ask.mjs <<'JS'",
      "import { trace } from '@opentelemetry/api';",
      "import { NodeSDK } from '@opentelemetry/sdk-node';",
      '',
      'const sdk = new NodeSDK();',
      'sdk.start();',
      "trace.getTracer('shop').startActiveSpan('ask', (span) => {",
      "  span.setAttribute('ag.data.inputs.question', 'Is it sunny?');",
      '  span.end();',
      '});',
      'await sdk.shutdown();',
      'JS',
      'node ask.mjs',
    ],
  },
  {
    name: 'OpenInference',
    lines: (addresses) => [
      ...environment(addresses),
      'pip install openai openinference-instrumentation-openai',
      '',
      '# With the provider of the Python sample:',
      'from openinference.instrumentation.openai import OpenAIInstrumentor',
      '',
      'OpenAIInstrumentor().instrument(tracer_provider=provider)',
    ],
  },
  {
    name: 'OpenLLMetry',
    lines: ({ otlpHttp, needsKey }) => [
      ...(needsKey ? ['export TRACELOOP_HEADERS="authorization=ApiKey%20<key>"', ''] : []),
      'export TRACELOOP_METRICS_ENABLED=false',
      '',
      'pip install traceloop-sdk',
      '',
      'from traceloop.sdk import Traceloop',
      '',
      `Traceloop.init(app_name="shop", api_endpoint="${otlpHttp}", telemetry_enabled=False)`,
    ],
  },
  {
    name: 'PydanticAI',
    lines: (addresses) => [
      ...environment(addresses),
      'pip install logfire pydantic-ai',
      '',
      'import logfire',
      '',
      'logfire.configure(service_name="shop", send_to_logfire=False)',
      'logfire.instrument_pydantic_ai()',
    ],
  },
  {
    name: 'Vercel AI',
    lines: (addresses) => [
      ...environment(addresses),
      'npm install ai @ai-sdk/otel',
      '',
      '// After the start of the JavaScript sample, with any model of the AI SDK 7:',
      "import { OpenTelemetry } from '@ai-sdk/otel';",
      "import { generateText, registerTelemetry } from 'ai';",
      '',
      'registerTelemetry(new OpenTelemetry({ runtimeContext: true }));',
      'await generateText({',
      '  model,',
      "  prompt: 'Is it sunny?',",
      "  runtimeContext: { userId: 'user-7', sessionId: 'session-3' },",
      '  telemetry: { includeRuntimeContext: { userId: true, sessionId: true } },',
      '});',
    ],
  },
  {
    name: 'Zipkin',
    lines: ({ json, needsKey }) => [
      "const { BatchRecorder, ExplicitContext, jsonEncoder: { JSON_V2 }, Tracer } = require('zipkin');",
      "const { HttpLogger } = require('zipkin-transport-http');",
      '',
      'const tracer = new Tracer({',
      '  ctxImpl: new ExplicitContext(),',
      "  localServiceName: 'shop',",
      '  recorder: new BatchRecorder({',
      '    logger: new HttpLogger({',
      `      endpoint: '${json}/api/v2/spans',`,
      '      jsonEncoder: JSON_V2,',
      ...(needsKey ? ["      headers: { authorization: 'ApiKey <key>' },"] : []),
      '    }),',
      '  }),',
      '});',
    ],
  },
  {
    name: 'curl',
    lines: ({ json, needsKey }) => [
      `curl -sS ${json}/tracing/spans/ingest -H 'content-type: application/json' \\`,
      ...(needsKey ? ["  -H 'authorization: ApiKey <key>' \\"] : []),
      `  -d '{"spans":[{"trace_id":"4bf92f3577b34da6a3ce929d0e0e4736","span_id":"00f067aa0ba902b7",`,
      `       "span_name":"ask","start_time":"'$(date -u +%FT%TZ)'","end_time":"'$(date -u +%FT%TZ)'",`,
      `       "attributes":{"ag.data.inputs.question":"Is it sunny?"}}]}'`,
    ],
  },
];
