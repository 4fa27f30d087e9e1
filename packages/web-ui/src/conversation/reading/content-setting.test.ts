import { contentSettingOf } from './content-setting.js';

describe('contentSettingOf', () => {
  it.each([
    { scope: 'openinference.instrumentation.openai', setting: 'OPENINFERENCE_HIDE_INPUTS' },
    { scope: '@arizeai/openinference-instrumentation-openai', setting: 'OPENINFERENCE_HIDE' },
    { scope: 'opentelemetry.instrumentation.openai.v1', setting: 'TRACELOOP_TRACE_CONTENT' },
    { scope: '@traceloop/instrumentation-openai', setting: 'TRACELOOP_TRACE_CONTENT' },
    { scope: 'opentelemetry.instrumentation.openai_v2', setting: 'CONTENT=SPAN_ONLY' },
    { scope: 'com.anthropic.sdk.python', setting: 'ANTHROPIC_OPEN_TELEMETRY' },
    { scope: 'ai', setting: 'experimental_telemetry' },
    { scope: 'pydantic-ai', setting: 'include_content' },
    { scope: 'io.opentelemetry.openai-java-1.1', setting: 'CAPTURE_MESSAGE_CONTENT=true' },
    { scope: undefined, setting: 'CAPTURE_MESSAGE_CONTENT=true' },
  ])('names $setting for $scope', ({ scope, setting }) => {
    expect(contentSettingOf(scope).text).toContain(setting);
  });
});
