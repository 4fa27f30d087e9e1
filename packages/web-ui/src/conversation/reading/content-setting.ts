/** The setting that makes a library record messages. */
export interface ContentSetting {
  readonly how: string;
  readonly text: string;
}

const environment = 'To record them, set';
const option = 'To record them, pass';

/** Settings by prefix of the scope name. The first match applies. */
const settings: readonly (readonly [scope: string, setting: ContentSetting])[] = [
  [
    'openinference.',
    {
      how: environment,
      text: 'OPENINFERENCE_HIDE_INPUTS=false and OPENINFERENCE_HIDE_OUTPUTS=false',
    },
  ],
  [
    '@arizeai/',
    {
      how: environment,
      text: 'OPENINFERENCE_HIDE_INPUTS=false and OPENINFERENCE_HIDE_OUTPUTS=false',
    },
  ],
  ['opentelemetry.instrumentation.openai.v1', traceloop()],
  ['opentelemetry.instrumentation.anthropic', traceloop()],
  ['traceloop.', traceloop()],
  ['@traceloop/', traceloop()],
  ['pydantic-ai', { how: option, text: 'InstrumentationSettings(include_content=True)' }],
  [
    'ai',
    { how: option, text: 'experimental_telemetry: { recordInputs: true, recordOutputs: true }' },
  ],
  ['gen_ai', { how: option, text: 'telemetry: { recordInputs: true, recordOutputs: true }' }],
  [
    'com.anthropic.sdk.python',
    { how: environment, text: 'ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content' },
  ],
  ['opentelemetry.', openTelemetry('SPAN_ONLY')],
  ['gcp.vertex.agent', openTelemetry('SPAN_ONLY')],
];

/**
 * Returns the setting that makes the library of a scope record messages. The default is the setting of OpenTelemetry.
 */
export function contentSettingOf(scope = ''): ContentSetting {
  const found = settings.find(([name]) =>
    /[./]$/.test(name) ? scope.startsWith(name) : scope === name,
  );
  return found?.[1] ?? openTelemetry('true');
}

function traceloop(): ContentSetting {
  return { how: environment, text: 'TRACELOOP_TRACE_CONTENT=true' };
}

/** The conventions of 2026 name the target of the messages; older ones use a boolean. */
function openTelemetry(value: 'SPAN_ONLY' | 'true'): ContentSetting {
  const capture = `OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=${value}`;
  const text =
    value === 'SPAN_ONLY'
      ? `${capture} and OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental`
      : capture;
  return { how: environment, text };
}
