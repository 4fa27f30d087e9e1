// Records Vercel's AI SDK with its OpenAI and Anthropic providers. Usage: node vercel-ai.mjs 5|6|7|7-legacy

import { z } from 'zod';
import {
  claude,
  description,
  embeddings,
  getWeather,
  greeting,
  host,
  model,
  openAi,
  question,
  record,
  system,
  tracerProvider,
  withinSpan,
} from './program.mjs';

const [generation] = process.argv.slice(2);
const major = generation[0];
const provider = tracerProvider();
// The SDK is loaded after the provider exists, because version 7 reads its tracer only once.
const sdk = await import(`ai-${major}`);
const { createOpenAI } = await import(`@ai-sdk/openai-${major}`);
const { createAnthropic } = await import(`@ai-sdk/anthropic-${major}`);
if (major === '7') {
  const otel = await import('@ai-sdk/otel');
  const Integration = generation === '7' ? otel.OpenTelemetry : otel.LegacyOpenTelemetry;
  sdk.registerTelemetry(new Integration({ runtimeContext: true, embedding: true }));
}
const gpt = createOpenAI({ baseURL: openAi.baseURL, apiKey: openAi.apiKey });
const anthropic = createAnthropic({ baseURL: `${host}/anthropic/v1`, apiKey: 'not-a-key' });

/**
 * Returns telemetry settings with a session and a user. The SDK expects both in the metadata up to version 6, and in
 * the context since version 7.
 */
function settings({ session: sessionId, user: userId }) {
  const who = { sessionId, userId };
  return major === '7'
    ? {
        runtimeContext: who,
        telemetry: { includeRuntimeContext: { sessionId: true, userId: true } },
        maxRetries: 0,
      }
    : { experimental_telemetry: { isEnabled: true, metadata: who }, maxRetries: 0 };
}

const getWeatherTool = sdk.tool({
  description,
  inputSchema: z.object({ city: z.string() }),
  execute: async (input) => getWeather(input),
});

function chat(languageModel) {
  return (who) =>
    sdk.generateText({
      model: languageModel,
      system,
      prompt: greeting,
      temperature: 0.2,
      ...settings(who),
    });
}

function tools(languageModel) {
  return (who) =>
    sdk.generateText({
      model: languageModel,
      system,
      prompt: question,
      tools: { get_weather: getWeatherTool },
      stopWhen: (sdk.stepCountIs ?? sdk.isStepCount)(3),
      ...settings(who),
    });
}

function stream(languageModel) {
  return async (who) => {
    const { textStream } = sdk.streamText({
      model: languageModel,
      system,
      prompt: greeting,
      ...settings(who),
    });
    for await (const _ of textStream) {
      // The span ends when the whole stream has been read.
    }
  };
}

async function embed(who) {
  const embedder = gpt.textEmbeddingModel?.(embeddings) ?? gpt.embeddingModel(embeddings);
  await sdk.embed({ model: embedder, value: question, ...settings(who) });
  await sdk.embedMany({ model: embedder, values: [question, greeting], ...settings(who) });
}

const scenarios = {
  chat: chat(gpt.chat(model)),
  stream: stream(gpt.chat(model)),
  tools: tools(gpt.chat(model)),
  embeddings: embed,
  responses: tools(gpt.responses(model)),
  cache: chat(gpt.chat(model)),
  'anthropic-tools': tools(anthropic(claude)),
  'anthropic-cache': chat(anthropic(claude)),
};

const packages = [`ai-${major}`, `@ai-sdk/openai-${major}`, `@ai-sdk/anthropic-${major}`];
await record(`vercel-ai-${generation}`, major === '7' ? [...packages, '@ai-sdk/otel'] : packages, {
  scenarios,
  flush: () => provider.forceFlush(),
  call: (run, who) => withinSpan({}, () => run(who)),
});
