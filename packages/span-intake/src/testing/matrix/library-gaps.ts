/**
 * Checks that cannot pass because libraries do not send the data, grouped by reason. A check is written as
 * `<language>/<cell>/<scenario> keeps <check>`. A reason is a sentence without its subject, because docs/senders.md
 * adds the subject.
 */
export const libraryGaps: Readonly<Record<string, readonly string[]>> = {
  'sends messages as logs, not on spans': [
    'java/opentelemetry-agent/chat keeps its messages',
    'java/opentelemetry-agent/tools keeps its messages',
    'java/opentelemetry-agent/embeddings keeps its messages',
    'java/opentelemetry-agent/cache keeps its messages',
    'javascript/opentelemetry-openai/chat keeps its messages',
    'javascript/opentelemetry-openai/stream keeps its messages',
    'javascript/opentelemetry-openai/tools keeps its messages',
    'javascript/opentelemetry-openai/embeddings keeps its messages',
    'javascript/opentelemetry-openai/cache keeps its messages',
  ],
  'reports no usage of streams': ['javascript/openinference-openai/stream keeps its bill'],
  'reports no usage of embeddings': [
    'javascript/langfuse/embeddings keeps its bill',
    'javascript/langfuse/embeddings keeps its messages',
    'javascript/openinference-openai/embeddings keeps its bill',
    'javascript/openinference-openai/embeddings keeps its messages',
    'python/openinference-llama-index/retrieval keeps its bill',
    'python/openinference-llama-index/retrieval keeps its messages',
  ],
  'does not send the instructions of the Responses API': [
    'javascript/langfuse/responses keeps its messages',
  ],
  'estimates the usage of streams': ['javascript/traceloop-openai/stream keeps its bill'],
  'does not send the texts of embeddings': [
    'python/logfire-openai/embeddings keeps its messages',
    'python/openai-v2/embeddings keeps its messages',
  ],
  'does not send cached tokens': [
    'javascript/opentelemetry-openai/cache keeps its bill',
    'javascript/traceloop-openai/cache keeps its bill',
    'javascript/vercel-ai-5/cache keeps its bill',
    'python/openai-v2/cache keeps its bill',
    'python/openinference-smolagents/cache keeps its bill',
  ],
  'does not record embeddings': [
    'javascript/traceloop-openai/embeddings keeps its bill',
    'javascript/traceloop-openai/embeddings keeps its messages',
  ],
  'sends the items of the Responses API as one text, and no calls of tools': [
    'javascript/traceloop-openai/responses keeps its messages',
  ],
  'sends each piece of a streamed answer as a message': [
    'python/google-adk/stream keeps its messages',
  ],
  'does not send the user': [
    'python/google-adk/chat keeps its session and user',
    'python/google-adk/stream keeps its session and user',
    'python/google-adk/tools keeps its session and user',
    'python/google-adk/cache keeps its session and user',
  ],
  'reports no usage': [
    'python/openinference-dspy/predict keeps its bill',
    'python/openinference-dspy/cache keeps its bill',
  ],
  'adds up the output tokens of both usage events of a stream': [
    'python/traceloop-anthropic/stream keeps its bill',
    'python/traceloop-anthropic/stream keeps its messages',
  ],
  'does not send the session': [
    'python/litellm/chat keeps its session and user',
    'python/litellm/stream keeps its session and user',
    'python/litellm/tools keeps its session and user',
    'python/litellm/embeddings keeps its session and user',
    'python/litellm/cache keeps its session and user',
    'python/litellm/anthropic-tools keeps its session and user',
  ],
  "records a stream next to its span, so that the call of the SDK's own spans counts too (`ANTHROPIC_OPEN_TELEMETRY=false` avoids it)":
    ['python/logfire-anthropic/stream keeps its bill'],
  "is not the parent of the spans of Anthropic's SDK, so that calls of agents count twice (`ANTHROPIC_OPEN_TELEMETRY=false` avoids it)":
    [
      'python/langsmith/anthropic-agent keeps its bill',
      'python/openinference-langchain/anthropic-agent keeps its bill',
    ],
};

/** The checks that are known to fail. The matrix test fails if one of these checks passes. */
export const gaps: ReadonlySet<string> = new Set(Object.values(libraryGaps).flat());
