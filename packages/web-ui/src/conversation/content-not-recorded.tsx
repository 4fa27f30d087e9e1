import type { ReactElement } from 'react';
import type { ShownSpan } from '../api/shown-span.js';
import { Message } from '../parts/message.js';

/** How the libraries that record no messages unless told so are told, by the beginning of their scope. */
const settings: readonly (readonly [scope: string, setting: string])[] = [
  ['openinference', 'OPENINFERENCE_HIDE_INPUTS=false and OPENINFERENCE_HIDE_OUTPUTS=false'],
  ['opentelemetry.instrumentation.openai.v1', 'TRACELOOP_TRACE_CONTENT=true'],
  ['pydantic-ai', 'InstrumentationSettings(include_content=True)'],
  ['ai', 'experimental_telemetry with recordInputs and recordOutputs'],
];
const openTelemetry = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true';

/** Says that a span has no messages, and which setting of its sender records them. */
export function ContentNotRecorded({ span }: { readonly span: ShownSpan }): ReactElement {
  const scope = span.scope?.name ?? '';
  const [, setting] = settings.find(([name]) => isFrom(scope, name)) ?? ['', openTelemetry];
  return (
    <Message title="No content was recorded.">
      <p>
        The program that sent this span did not record messages. To record them, set{' '}
        <span className="mono">{setting}</span>.
      </p>
    </Message>
  );
}

function isFrom(scope: string, name: string): boolean {
  return scope === name || scope.startsWith(`${name}.`);
}
