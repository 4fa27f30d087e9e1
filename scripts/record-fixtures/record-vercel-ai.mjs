// Vercel AI SDK, versions 4 to 7: text with a tool, a stream, an object and embeddings.
// node record-vercel-ai.mjs v4|v5|v6|v7|v7-legacy text-with-tool|stream|object-and-embeddings

import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { z } from 'zod';
import { embeddingModel, languageModel, languageModelV1 } from './models.mjs';
import { seededIds } from './seeded-ids.mjs';

const host = 'http://127.0.0.1:4010';
const [generation, scenario] = process.argv.slice(2);
const question = 'What is the weather in Paris?';

/** @param integration what turns the SDK's events into spans: GenAI conventions or the older ai.* */
async function version7(integration) {
  const [sdk, test] = [await import('ai7'), await import('ai7/test')];
  const otel = await import('@ai-sdk/otel');
  sdk.registerTelemetry(new otel[integration]());
  const model = languageModel(test.MockLanguageModelV4, { nested: true });
  return [sdk, model, embeddingModel(test.MockEmbeddingModelV4)];
}

/** How to get the SDK, a language model and an embedding model of each. */
const generations = {
  v4: async () => {
    const test = await import('ai4/test');
    const models = [languageModelV1(test), embeddingModel(test.MockEmbeddingModelV1)];
    return [await import('ai4'), ...models];
  },
  v5: async () => {
    const test = await import('ai5/test');
    const model = languageModel(test.MockLanguageModelV2, { nested: false });
    return [await import('ai5'), model, embeddingModel(test.MockEmbeddingModelV2)];
  },
  v6: async () => {
    const test = await import('ai6/test');
    const model = languageModel(test.MockLanguageModelV3, { nested: true });
    return [await import('ai6'), model, embeddingModel(test.MockEmbeddingModelV3)];
  },
  v7: () => version7('OpenTelemetry'),
  'v7-legacy': () => version7('LegacyOpenTelemetry'),
};

function settings(functionId) {
  const metadata = { userId: 'user-7', sessionId: 'session-3', tier: 'gold', attempt: 2 };
  const told = { isEnabled: true, functionId, metadata };
  return { experimental_telemetry: told, telemetry: told, temperature: 0.2, maxRetries: 0 };
}

function tools({ tool }) {
  const inputSchema = z.object({ city: z.string(), unit: z.string().optional() });
  const schema = generation === 'v4' ? { parameters: inputSchema } : { inputSchema };
  const execute = async ({ city, unit }) => ({ city, temperature: 18, unit });
  return { get_weather: tool({ description: 'Current weather of a city', ...schema, execute }) };
}

async function textWithTool([sdk, model]) {
  const several = generation === 'v4' ? { maxSteps: 3 } : { stopWhen: sdk.stepCountIs?.(3) };
  const limit = generation === 'v4' ? { maxTokens: 200 } : { maxOutputTokens: 200 };
  await sdk.generateText({
    model,
    ...several,
    ...limit,
    ...settings('answer-question'),
    topP: 0.9,
    stopSequences: ['END'],
    seed: 7,
    tools: tools(sdk),
    system: 'You are a weather assistant.',
    messages: [{ role: 'user', content: question }],
  });
}

async function stream([sdk, model]) {
  const { textStream } = sdk.streamText({ model, prompt: question, ...settings('stream-answer') });
  for await (const _ of textStream) {
    // the span ends when all has been read
  }
}

async function objectAndEmbeddings([sdk, model, embeddings]) {
  const schema = z.object({ city: z.string(), temperature: z.number() });
  await sdk.generateObject({ model, schema, prompt: question, ...settings('as-object') });
  await sdk.embed({ model: embeddings, value: question, ...settings('embed-one') });
  const values = [question, 'And in Lyon?', 'And in Nice?'];
  await sdk.embedMany({ model: embeddings, values, ...settings('embed-many') });
}

const scenarios = {
  'text-with-tool': textWithTool,
  stream,
  'object-and-embeddings': objectAndEmbeddings,
};

const name = `${generation}-${scenario}`;
const url = `${host}/record/vercel-ai/${name}/${process.pid}/v1/traces`;
const provider = new NodeTracerProvider({
  resource: resourceFromAttributes({ 'service.name': 'weather-bot', 'service.version': '1.0.0' }),
  idGenerator: seededIds(name),
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
});
provider.register();
// The SDK is loaded when the provider is there: version 7 takes its tracer once.
const sdk = await generations[generation]();
await provider.getTracer('weather-bot').startActiveSpan('POST /ask', async (span) => {
  await scenarios[scenario](sdk);
  span.end();
});
await provider.shutdown();
