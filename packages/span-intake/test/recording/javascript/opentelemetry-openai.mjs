// Records OpenTelemetry's own instrumentation of OpenAI's client.

import { createRequire } from 'node:module';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { OpenAIInstrumentation } from '@opentelemetry/instrumentation-openai';
import { openAiScenarios } from './conversations.mjs';
import { openAi, record, tracerProvider, withinSpan } from './program.mjs';

const provider = tracerProvider();
const instrumentation = new OpenAIInstrumentation({ captureMessageContent: true });
registerInstrumentations({ tracerProvider: provider, instrumentations: [instrumentation] });
// OpenTelemetry instruments only modules that are loaded with `require`.
const { OpenAI } = createRequire(import.meta.url)('openai');
const client = new OpenAI(openAi);

const { responses: _notInstrumented, ...scenarios } = openAiScenarios;
await record('opentelemetry-openai', ['@opentelemetry/instrumentation-openai', 'openai'], {
  scenarios,
  flush: () => provider.forceFlush(),
  call: (run, { session, user }) =>
    withinSpan({ 'session.id': session, 'user.id': user }, () => run(client)),
});
