const environment = 'To record them, set';
const option = 'To record them, pass';

/**
 * The OpenTelemetry setting that turns on the recording of messages. Conventions before 2026 define its value as a
 * boolean.
 */
const capture = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT';
const openInference = 'OPENINFERENCE_HIDE_INPUTS=false and OPENINFERENCE_HIDE_OUTPUTS=false';
const traceloop = 'TRACELOOP_TRACE_CONTENT=true';
const openTelemetry = `${capture}=SPAN_ONLY and OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental`;
const recordBoth = '{ recordInputs: true, recordOutputs: true }';

/** Settings by scope name. A name that ends in `.` or `/` is a prefix. The first matching entry applies. */
const settings: readonly (readonly [scope: string, how: string, text: string])[] = [
  ['openinference.', environment, openInference],
  ['@arizeai/', environment, openInference],
  ['opentelemetry.instrumentation.openai.v1', environment, traceloop],
  ['opentelemetry.instrumentation.anthropic', environment, traceloop],
  ['traceloop.', environment, traceloop],
  ['@traceloop/', environment, traceloop],
  ['pydantic-ai', option, 'InstrumentationSettings(include_content=True)'],
  ['ai', option, `experimental_telemetry: ${recordBoth}`],
  ['gen_ai', option, `telemetry: ${recordBoth}`],
  ['com.anthropic.sdk.python', environment, 'ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content'],
  ['opentelemetry.', environment, openTelemetry],
  ['gcp.vertex.agent', environment, openTelemetry],
];

/** Returns the setting that makes a library record messages. The OpenTelemetry setting is the default. */
export function contentSettingOf(scope = '') {
  const [, how, text] = settings.find(([name]) =>
    /[./]$/.test(name) ? scope.startsWith(name) : scope === name,
  ) ?? ['', environment, `${capture}=true`];
  return { how, text };
}
