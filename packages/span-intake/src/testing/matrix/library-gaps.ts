import type { CheckName } from './checks.js';

/** Data that a library does not send, so that a check of these scenarios cannot pass. */
export interface LibraryGap {
  readonly cell: string;
  readonly check: CheckName;
  readonly scenarios: readonly string[];
  /** A sentence without a subject, for docs/senders.md. */
  readonly reason: string;
}

export const libraryGaps: readonly LibraryGap[] = [
  {
    cell: 'java/opentelemetry-agent',
    check: 'its messages',
    scenarios: ['chat', 'tools', 'embeddings', 'cache'],
    reason: 'sends messages as logs, not on spans',
  },
  {
    cell: 'javascript/openinference-openai',
    check: 'its bill',
    scenarios: ['stream'],
    reason: 'reports no usage of streams',
  },
  {
    cell: 'javascript/opentelemetry-openai',
    check: 'its messages',
    scenarios: ['chat', 'stream', 'tools', 'embeddings', 'cache'],
    reason: 'sends messages as logs, not on spans',
  },
  {
    cell: 'javascript/opentelemetry-openai',
    check: 'its bill',
    scenarios: ['cache'],
    reason: 'does not send cached tokens',
  },
  {
    cell: 'javascript/traceloop-openai',
    check: 'its bill',
    scenarios: ['stream'],
    reason: 'estimates the usage of streams',
  },
  {
    cell: 'javascript/traceloop-openai',
    check: 'its bill',
    scenarios: ['cache'],
    reason: 'does not send cached tokens',
  },
  {
    cell: 'javascript/traceloop-openai',
    check: 'its bill',
    scenarios: ['embeddings'],
    reason: 'does not record embeddings',
  },
  {
    cell: 'javascript/traceloop-openai',
    check: 'its messages',
    scenarios: ['embeddings'],
    reason: 'does not record embeddings',
  },
  {
    cell: 'javascript/traceloop-openai',
    check: 'its messages',
    scenarios: ['responses'],
    reason: 'sends the items of the Responses API as one text, and no calls of tools',
  },
  {
    cell: 'python/google-adk',
    check: 'its messages',
    scenarios: ['stream'],
    reason: 'sends each piece of a streamed answer as a message',
  },
  {
    cell: 'python/google-adk',
    check: 'its session and user',
    scenarios: ['chat', 'stream', 'tools', 'cache'],
    reason: 'does not send the user',
  },
  {
    cell: 'python/logfire-openai',
    check: 'its messages',
    scenarios: ['embeddings'],
    reason: 'does not send the texts of embeddings',
  },
  {
    cell: 'python/openai-v2',
    check: 'its messages',
    scenarios: ['embeddings'],
    reason: 'does not send the texts of embeddings',
  },
  {
    cell: 'python/openai-v2',
    check: 'its bill',
    scenarios: ['cache'],
    reason: 'does not send cached tokens',
  },
  {
    cell: 'python/openinference-dspy',
    check: 'its bill',
    scenarios: ['predict', 'cache'],
    reason: 'reports no usage',
  },
  {
    cell: 'python/openinference-llama-index',
    check: 'its bill',
    scenarios: ['retrieval'],
    reason: 'reports no usage of embeddings',
  },
  {
    cell: 'python/openinference-llama-index',
    check: 'its messages',
    scenarios: ['retrieval'],
    reason: 'reports no usage of embeddings',
  },
  {
    cell: 'python/openinference-smolagents',
    check: 'its bill',
    scenarios: ['cache'],
    reason: 'does not send cached tokens',
  },
  {
    cell: 'python/traceloop-anthropic',
    check: 'its bill',
    scenarios: ['stream'],
    reason: 'adds up the output tokens of both usage events of a stream',
  },
  {
    cell: 'python/traceloop-anthropic',
    check: 'its messages',
    scenarios: ['stream'],
    reason: 'adds up the output tokens of both usage events of a stream',
  },
  {
    cell: 'javascript/langfuse',
    check: 'its bill',
    scenarios: ['embeddings'],
    reason: 'reports no usage of embeddings',
  },
  {
    cell: 'javascript/langfuse',
    check: 'its messages',
    scenarios: ['embeddings'],
    reason: 'reports no usage of embeddings',
  },
  {
    cell: 'javascript/langfuse',
    check: 'its messages',
    scenarios: ['responses'],
    reason: 'does not send the instructions of the Responses API',
  },
  {
    cell: 'javascript/openinference-openai',
    check: 'its bill',
    scenarios: ['embeddings'],
    reason: 'reports no usage of embeddings',
  },
  {
    cell: 'javascript/openinference-openai',
    check: 'its messages',
    scenarios: ['embeddings'],
    reason: 'reports no usage of embeddings',
  },
  {
    cell: 'javascript/vercel-ai-5',
    check: 'its bill',
    scenarios: ['cache'],
    reason: 'does not send cached tokens',
  },
  {
    cell: 'python/litellm',
    check: 'its session and user',
    scenarios: ['chat', 'stream', 'tools', 'embeddings', 'cache', 'anthropic-tools'],
    reason: 'does not send the session',
  },
  {
    cell: 'python/logfire-anthropic',
    check: 'its bill',
    scenarios: ['stream'],
    reason:
      "records a stream next to its span, so that the call of the SDK's own spans counts too (`ANTHROPIC_OPEN_TELEMETRY=false` avoids it)",
  },
  {
    cell: 'python/langsmith',
    check: 'its bill',
    scenarios: ['anthropic-agent'],
    reason:
      "is not the parent of the spans of Anthropic's SDK, so that calls of agents count twice (`ANTHROPIC_OPEN_TELEMETRY=false` avoids it)",
  },
  {
    cell: 'python/openinference-langchain',
    check: 'its bill',
    scenarios: ['anthropic-agent'],
    reason:
      "is not the parent of the spans of Anthropic's SDK, so that calls of agents count twice (`ANTHROPIC_OPEN_TELEMETRY=false` avoids it)",
  },
];
