import type { JsonValue, SpanType } from '@spanhouse/span-schema';
import { type AgKey, completionKey, promptKey, spanType } from '../ag-key.js';
import type { MappedValues } from '../mapped-values.js';

const promptTokens: AgKey = 'ag.metrics.tokens.incremental.prompt';
const completionTokens: AgKey = 'ag.metrics.tokens.incremental.completion';
const models: readonly AgKey[] = ['ag.meta.request.model', 'ag.meta.response.model'];
const toolArguments: readonly AgKey[] = [
  'ag.meta.tool_arguments',
  'ag.meta.tool.call.arguments',
  'ag.data.inputs.arguments',
  'ag.data.inputs.args',
];

/** Infers the type of a span from its data if no attribute states it. */
export function settleType(mapped: MappedValues): void {
  const sent = mapped.get(spanType);
  if (sent === undefined || sent === 'unknown') {
    mapped.set(spanType, recognise(mapped));
  }
}

function recognise(mapped: MappedValues): SpanType | undefined {
  if (hasVectors(mapped) || isEmbeddingCall(mapped)) {
    return 'embedding';
  }
  const isTool =
    mapped.get('ag.meta.tool.name') !== undefined ||
    mapped.get('ag.data.inputs.name') !== undefined;
  if (isTool && toolArguments.some((key) => mapped.hasAtOrBelow(key))) {
    return 'tool';
  }
  if (mapped.get('ag.meta.final_result') ?? mapped.get('ag.meta.agent_name')) {
    return 'agent';
  }
  const hasMessages =
    Array.isArray(mapped.get(completionKey)) || Array.isArray(mapped.get(promptKey));
  return hasMessages || isPositive(mapped.get(completionTokens)) ? 'chat' : undefined;
}

function hasVectors(mapped: MappedValues): boolean {
  return (
    mapped.get('ag.data.outputs.embedding.vector') !== undefined ||
    mapped.get('ag.data.outputs.embedding') !== undefined ||
    mapped.get('ag.data.outputs.embeddings') !== undefined ||
    (mapped.hasLists && mapped.hasAtOrBelow('ag.data.inputs.embeddings'))
  );
}

/** Reports whether the span has only input tokens and the name of its model indicates embeddings. */
function isEmbeddingCall(mapped: MappedValues): boolean {
  return (
    mapped.hasMetrics &&
    isPositive(mapped.get(promptTokens)) &&
    !isPositive(mapped.get(completionTokens)) &&
    models.some((key) => isEmbeddingModel(mapped.get(key)))
  );
}

function isEmbeddingModel(name: JsonValue | undefined): boolean {
  return typeof name === 'string' && /embed/i.test(name);
}

function isPositive(count: JsonValue | undefined): boolean {
  return typeof count !== 'object' && Number(count) > 0;
}
