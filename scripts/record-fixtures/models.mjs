// The mock models of the AI SDK's generations, all with the same answers.

const textContent = 'It is 18 °C and sunny in Paris.';
const inputTokens = { city: 'Paris', unit: 'celsius' };
const objectContent = '{"city":"Paris","temperature":18}';

/** @param prompt the messages a model is given: what comes last, and what is asked, decides the answer */
function answerFor({ prompt, responseFormat, mode }) {
  const wantsObject = responseFormat?.type === 'json' || mode?.type === 'object-json';
  if (wantsObject) {
    return { text: objectContent };
  }
  return prompt.at(-1).role === 'tool' || !JSON.stringify(prompt).includes('weather')
    ? { text: textContent }
    : { text: undefined };
}

function streamOf(parts) {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) {
        controller.enqueue(part);
      }
      controller.close();
    },
  });
}

/** Version 4 of the SDK. */
export function languageModelV1({ MockLanguageModelV1 }) {
  const usage = { promptTokens: 42, completionTokens: 17 };
  const rawCall = { rawPrompt: null, rawSettings: {} };
  const response = { id: 'resp-1', modelId: 'mock-model-2024', timestamp: new Date(1767225600000) };
  const call = { toolCallType: 'function', toolCallId: 'call_weather_1', toolName: 'get_weather' };
  return new MockLanguageModelV1({
    provider: 'mock-provider',
    modelId: 'mock-model',
    defaultObjectGenerationMode: 'json',
    doGenerate: (options) => {
      const { text } = answerFor(options);
      const toolCalls = text ? undefined : [{ ...call, args: JSON.stringify(inputTokens) }];
      const finishReason = text ? 'stop' : 'tool-calls';
      const reasoning = text ? undefined : 'I have to look it up.';
      return Promise.resolve({
        rawCall,
        response,
        usage,
        text,
        toolCalls,
        finishReason,
        reasoning,
      });
    },
    doStream: async () => ({
      rawCall,
      stream: streamOf([
        { type: 'response-metadata', ...response },
        ...textContent.split(/(?= )/).map((textDelta) => ({ type: 'text-delta', textDelta })),
        { type: 'finish', finishReason: 'stop', usage },
      ]),
    }),
  });
}

/** Versions 5 to 7, which differ in how usage and finish reasons are written. */
export function languageModel(Mock, { nested }) {
  const usage = nested
    ? {
        inputTokens: { total: 42, noCache: 34, cacheRead: 8, cacheWrite: 0 },
        outputTokens: { total: 17, text: 12, reasoning: 5 },
      }
    : {
        inputTokens: 42,
        outputTokens: 17,
        totalTokens: 59,
        reasoningTokens: 5,
        cachedInputTokens: 8,
      };
  const finish = (reason) => (nested ? { unified: reason, raw: reason } : reason);
  const response = { id: 'resp-1', modelId: 'mock-model-2024', timestamp: new Date(1767225600000) };
  const call = { type: 'tool-call', toolCallId: 'call_weather_1', toolName: 'get_weather' };
  return new Mock({
    provider: 'mock-provider',
    modelId: 'mock-model',
    doGenerate: (options) => {
      const { text } = answerFor(options);
      const content = text
        ? [{ type: 'text', text }]
        : [
            { type: 'reasoning', text: 'I have to look it up.' },
            { ...call, input: JSON.stringify(inputTokens) },
          ];
      const finishReason = finish(text ? 'stop' : 'tool-calls');
      return Promise.resolve({ response, usage, content, finishReason, warnings: [] });
    },
    doStream: async () => ({
      stream: streamOf([
        { type: 'stream-start', warnings: [] },
        { type: 'response-metadata', ...response },
        { type: 'text-start', id: '1' },
        ...textContent.split(/(?= )/).map((delta) => ({ type: 'text-delta', id: '1', delta })),
        { type: 'text-end', id: '1' },
        { type: 'finish', finishReason: finish('stop'), usage },
      ]),
    }),
  });
}

export function embeddingModel(Mock) {
  return new Mock({
    provider: 'mock-provider',
    modelId: 'mock-embeddings',
    maxEmbeddingsPerCall: 2,
    doEmbed: async ({ values }) => ({
      embeddings: values.map(() => [0.25, -0.5, 0.125, 1]),
      usage: { tokens: 9 },
      warnings: [],
    }),
  });
}
