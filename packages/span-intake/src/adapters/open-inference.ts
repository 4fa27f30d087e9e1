import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import type { Adapter, KeyRule } from './adapter.js';
import { spanType } from './ag-key.js';
import { parseEmbeddedJson } from './embedded-json.js';
import type { MappedValues } from './mapped-values.js';
import { rulesOf, sameNames, toAgKey } from './mapping-table.js';

const spanKinds: ReadonlyMap<string, string> = new Map([
  ['chain', 'chain'],
  ['retriever', 'query'],
  ['reranker', 'rerank'],
  ['llm', 'chat'],
  ['embedding', 'embedding'],
  ['agent', 'agent'],
  ['tool', 'tool'],
  ['guardrail', 'task'],
  ['evaluator', 'task'],
]);

const ruleByTable = rulesOf({
  exact: {
    'input.value': 'data.inputs',
    'output.value': 'data.outputs',
    'input.mime_type': 'meta.input.mime_type',
    'output.mime_type': 'meta.output.mime_type',
    'llm.model_name': 'meta.response.model',
    'llm.invocation_parameters': 'meta.request',
    'llm.provider': 'meta.provider',
    'llm.system': 'meta.system',
    'llm.function_call': 'data.outputs.function_call',
    'embedding.model_name': 'meta.request.model',
    'embedding.text': 'data.inputs.embedding.text',
    'embedding.vector': 'data.outputs.embedding.vector',
    ...sameNames('exception', 'exception', ['escaped', 'message', 'stacktrace', 'type']),
    'image.url': 'data.multimedia.image.url',
    'audio.url': 'data.multimedia.audio.url',
    'audio.transcript': 'data.multimedia.audio.transcript',
    'audio.mime_type': 'meta.multimedia.audio.mime_type',
    ...sameNames('llm.prompt_template', 'meta.prompt_template', [
      'template',
      'variables',
      'version',
    ]),
    ...sameNames('reranker', 'meta.reranker', ['model_name', 'query', 'top_k']),
    'session.id': 'session.id',
    'user.id': 'user.id',
    'tag.tags': 'meta.tags',
    metadata: 'meta.metadata',
    ...sameNames('tool', 'meta.tool', ['description', 'json_schema', 'name', 'id', 'parameters']),
    'tool_call.id': 'meta.tool_call.id',
    'tool_call.function.name': 'meta.tool_call.function.name',
    'tool_call.function.arguments': 'data.inputs.tool_call.function.arguments',
    ...sameNames('document', 'data.internals.document', ['content', 'id', 'metadata', 'score']),
    'openinference.span.kind': ['node', toNode],
  },
  prefix: {
    'llm.token_count': 'tokens',
    'llm.input_messages': 'data.inputs.prompt',
    'llm.output_messages': 'data.outputs.completion',
    'embedding.embeddings': 'data.inputs.embeddings',
    'reranker.input_documents': 'data.inputs.reranker.input_documents',
    'message.contents': 'data.inputs.message_contents',
    'reranker.output_documents': 'data.outputs.reranker.output_documents',
    'retrieval.documents': 'data.outputs.retrieval.documents',
  },
});

/** Maps OpenInference, the convention of Arize Phoenix. */
export const openInference: Adapter = {
  name: 'open_inference',
  ruleFor(key) {
    return ruleOfTool(key) ?? ruleByTable(flattenMessages(key));
  },
  finish: preferMessages,
};

function toNode(value: JsonValue): string | undefined {
  if (typeof value !== 'string') {
    return undefined;
  }
  const kind = value.toLowerCase();
  return spanKinds.get(kind) ?? kind;
}

/** `llm.input_messages.0.message.tool_calls.1.tool_call.id` → `llm.input_messages.0.tool_calls.1.id` */
function flattenMessages(key: string): string {
  const message = /^(llm\.(?:input|output)_messages\.\d+)\.message(\..+)$/.exec(key);
  if (message === null) {
    return key;
  }
  const [, list, rest = ''] = message;
  return `${list}${rest.replace(/^(\.tool_calls\.\d+)\.tool_call\./, '$1.')}`;
}

/** Parses the schema of a tool. A schema that is not JSON stays a text under its own name. */
function ruleOfTool(key: string): KeyRule | undefined {
  const index = /^llm\.tools\.(\d+)\.tool\.json_schema$/.exec(key)?.[1];
  return index === undefined
    ? undefined
    : { target: toAgKey(`data.inputs.tools.${index}`), read: toolOf };
}

function toolOf(value: JsonValue): JsonValue {
  const schema = parseEmbeddedJson(value);
  return schema === value && typeof value === 'string' ? { tool: { json_schema: value } } : schema;
}

/** Prefers a model's messages to the plain text of its input and output, which hold less. */
function preferMessages(mapped: MappedValues, attributes: Readonly<JsonObject>): void {
  const node = mapped.get(spanType);
  if (node !== 'chat' && node !== 'completion') {
    return;
  }
  if (attributes['input.value'] !== undefined && mapped.hasAtOrBelow('ag.data.inputs.prompt')) {
    mapped.delete('ag.data.inputs');
  }
  if (
    attributes['output.value'] !== undefined &&
    mapped.hasAtOrBelow('ag.data.outputs.completion')
  ) {
    mapped.delete('ag.data.outputs');
  }
}
