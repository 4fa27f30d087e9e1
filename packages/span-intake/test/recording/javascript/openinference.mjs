// Records OpenInference's instrumentation of OpenAI's client. The spans are exported as OTLP JSON.

import { setSession, setUser } from '@arizeai/openinference-core';
import { OpenAIInstrumentation } from '@arizeai/openinference-instrumentation-openai';
import { context } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import OpenAI from 'openai';
import { openAiScenarios } from './conversations.mjs';
import { host, openAi, record, tracerProvider, withinSpan } from './program.mjs';

const provider = tracerProvider(new OTLPTraceExporter({ url: `${host}/v1/traces` }));
const instrumentation = new OpenAIInstrumentation();
instrumentation.setTracerProvider(provider);
instrumentation.manuallyInstrument(OpenAI);
const client = new OpenAI(openAi);

await record('openinference-openai', ['@arizeai/openinference-instrumentation-openai', 'openai'], {
  scenarios: openAiScenarios,
  flush: () => provider.forceFlush(),
  call: (run, { session: sessionId, user: userId }) => {
    const who = setUser(setSession(context.active(), { sessionId }), { userId });
    return context.with(who, () => withinSpan({}, () => run(client)));
  },
});
