// Records Langfuse's SDK: its span processor, its wrapper around OpenAI's client, and its own observations.

import { observeOpenAI } from '@langfuse/openai';
import { LangfuseSpanProcessor } from '@langfuse/otel';
import { propagateAttributes, startActiveObservation } from '@langfuse/tracing';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import OpenAI from 'openai';
import { openAiScenarios } from './conversations.mjs';
import { host, openAi, record } from './program.mjs';

const processor = new LangfuseSpanProcessor({
  baseUrl: host,
  publicKey: 'pk-not-a-key',
  secretKey: 'sk-not-a-key',
});
const resource = resourceFromAttributes({ 'service.name': 'weather-bot' });
new NodeTracerProvider({ resource, spanProcessors: [processor] }).register();
const client = observeOpenAI(new OpenAI(openAi));

await record('langfuse', ['@langfuse/otel', '@langfuse/openai', 'openai'], {
  scenarios: openAiScenarios,
  flush: () => processor.forceFlush(),
  call: (run, { session: sessionId, user: userId }) =>
    startActiveObservation('ask', () =>
      propagateAttributes({ sessionId, userId }, () => run(client)),
    ),
});
