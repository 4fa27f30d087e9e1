import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import type { Adapter, KeyRule } from '../adapter.js';
import { type AgKey, completionKey, promptKey } from '../ag-key.js';
import { parseEmbeddedJson } from '../embedded-json.js';
import type { MappedValues } from '../mapped-values.js';
import { rulesOf, sameNames, spanTypeIn, toAgKey } from '../mapping-table.js';
import { gatherList } from '../messages/gather-list.js';
import { normaliseMessages } from '../messages/normalise-messages.js';
import { spreadParameters } from '../spread-parameters.js';

const spanKinds: ReadonlyMap<string, string> = new Map([
  ['retriever', 'query'],
  ['reranker', 'rerank'],
  ['llm', 'chat'],
  ['guardrail', 'task'],
  ['evaluator', 'task'],
  ['prompt', 'task'],
]);

const details: Readonly<Record<string, string>> = {
  'prompt_details.cache_read': 'cache_read',
  'prompt_details.cache_input': 'cache_read',
  'prompt_details.cache_write': 'cache_creation',
  'prompt_details.audio': 'prompt_audio',
  'completion_details.reasoning': 'reasoning',
  'completion_details.audio': 'completion_audio',
};

const ruleByTable = rulesOf({
  exact: {
    'input.value': 'data.inputs',
    'output.value': 'data.outputs',
    'input.mime_type': 'meta.input.mime_type',
    'output.mime_type': 'meta.output.mime_type',
    'llm.request.model_name': 'meta.request.model',
    'llm.response.model_name': 'meta.response.model',
    'llm.model_name': 'meta.response.model',
    'llm.invocation_parameters': ['meta.request', parseEmbeddedJson],
    'llm.provider': 'meta.provider',
    'llm.system': 'meta.system',
    'llm.finish_reason': ['meta.response.finish_reasons', (reason) => [reason]],
    'llm.function_call': ['data.outputs.function_call', parseEmbeddedJson],
    'embedding.model_name': 'meta.request.model',
    'embedding.invocation_parameters': ['meta.request', parseEmbeddedJson],
    'embedding.text': 'data.inputs.embedding.text',
    'embedding.vector': 'data.outputs.embedding.vector',
    ...sameNames('exception', 'exception', ['escaped', 'message', 'stacktrace', 'type']),
    'image.url': 'data.internals.multimedia.image.url',
    'audio.url': 'data.internals.multimedia.audio.url',
    'audio.transcript': 'data.internals.multimedia.audio.transcript',
    'audio.mime_type': 'meta.multimedia.audio.mime_type',
    ...sameNames('llm.prompt_template', 'meta.prompt_template', ['template', 'version']),
    'llm.prompt_template.variables': ['meta.prompt_template.variables', parseEmbeddedJson],
    ...sameNames('reranker', 'meta.reranker', ['model_name', 'query', 'top_k']),
    'session.id': 'session.id',
    'user.id': 'user.id',
    'tag.tags': 'meta.tags',
    metadata: ['meta.metadata', parseEmbeddedJson],
    'agent.name': 'meta.agent.name',
    ...sameNames('graph.node', 'meta.graph.node', ['id', 'name', 'parent_id']),
    ...sameNames('prompt', 'meta.prompt', ['id', 'url', 'vendor']),
    ...sameNames('tool', 'meta.tool', ['description', 'name', 'id']),
    'tool.json_schema': ['meta.tool.json_schema', parseEmbeddedJson],
    'tool.parameters': ['meta.tool.parameters', parseEmbeddedJson],
    'tool_call.id': 'meta.tool_call.id',
    'tool_call.function.name': 'meta.tool_call.function.name',
    'tool_call.function.arguments': 'data.inputs.tool_call.function.arguments',
    ...sameNames('document', 'data.internals.document', ['content', 'id', 'score']),
    'document.metadata': ['data.internals.document.metadata', parseEmbeddedJson],
    ...namesOf('llm.token_count', 'tokens'),
    ...namesOf('llm.cost', 'costs'),
    'openinference.span.kind': ['node', toNode],
  },
  prefix: {
    'llm.token_count': 'tokens',
    'llm.cost': 'costs',
    'llm.input_messages': 'data.inputs.prompt',
    'llm.output_messages': 'data.outputs.completion',
    'llm.prompts': 'data.inputs.prompts',
    'llm.choices': 'data.outputs.choices',
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
    const rule = ruleOfTool(key) ?? ruleByTable(flattenMessages(key));
    return rule !== undefined && key.endsWith('.document.metadata')
      ? { ...rule, read: parseEmbeddedJson }
      : rule;
  },
  finish(mapped) {
    parseJsonValue(mapped, 'ag.data.inputs', 'ag.meta.input.mime_type');
    parseJsonValue(mapped, 'ag.data.outputs', 'ag.meta.output.mime_type');
    spreadParameters(mapped);
    gatherList(mapped, promptKey, normaliseOpenInference); // gathered once after the rules, because a message has many attributes
    gatherList(mapped, completionKey, normaliseOpenInference);
  },
};

/** Maps OpenInference's names of token and cost details to the names that all conventions share. */
function namesOf(source: string, target: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(details).map(([name, count]) => [`${source}.${name}`, `${target}.${count}`]),
  );
}

function toNode(value: JsonValue): string | undefined {
  if (typeof value !== 'string') {
    return undefined;
  }
  const kind = value.toLowerCase();
  return spanKinds.get(kind) ?? spanTypeIn(kind);
}

/**
 * Removes the wrapper objects from a path: `llm.input_messages.0.message.tool_calls.1.tool_call.id` becomes
 * `llm.input_messages.0.tool_calls.1.id`.
 */
function flattenMessages(key: string): string {
  const message = /^(llm\.(?:input|output)_messages\.\d+)\.message(\..+)$/.exec(key);
  if (message === null) {
    return key;
  }
  const [, list, rest = ''] = message;
  return `${list}${rest.replace(/^(\.tool_calls\.\d+)\.tool_call\./, '$1.')}`;
}

/** Returns a rule that parses a tool's schema. A schema that is not JSON stays a string under its original name. */
function ruleOfTool(key: string): KeyRule | undefined {
  const index = /^llm\.tools\.(\d+)\.tool\.json_schema$/.exec(key)?.[1];
  return index === undefined
    ? undefined
    : { target: toAgKey(`data.inputs.tools.${index}`), read: toolOf, isInList: true };
}

function toolOf(value: JsonValue): JsonValue {
  const schema = parseEmbeddedJson(value);
  return schema === value && typeof value === 'string' ? { tool: { json_schema: value } } : schema;
}

function parseJsonValue(mapped: MappedValues, key: AgKey, mimeType: AgKey): void {
  const value = mapped.get(key);
  if (value !== undefined && mapped.get(mimeType) === 'application/json') {
    mapped.set(key, parseEmbeddedJson(value));
  }
}

/** Converts OpenInference messages, whose `contents` are a list of `message_content` objects. */
function normaliseOpenInference(messages: readonly JsonValue[]): JsonValue[] {
  return normaliseMessages(messages.map(toMessage));
}

function toMessage(message: JsonValue): JsonValue {
  const contents = isJsonObject(message) ? message['contents'] : undefined;
  if (!(isJsonObject(message) && Array.isArray(contents) && contents.every(isTyped))) {
    return message;
  }
  const { contents: _contents, ...rest } = message;
  const hasCalls = rest['tool_calls'] !== undefined;
  return { ...rest, parts: contents.map(toPart).filter((part) => !(hasCalls && isCall(part))) };
}

function isTyped(entry: JsonValue): boolean {
  const content = isJsonObject(entry) ? entry['message_content'] : undefined;
  return isJsonObject(content) && content['type'] !== undefined;
}

function isCall(part: JsonValue): boolean {
  return isJsonObject(part) && part['type'] === 'tool_use';
}

/**
 * Extracts the part from `{message_content: {type, …}}`. The name and arguments of a tool call are next to
 * `message_content`.
 */
function toPart(entry: JsonValue): JsonValue {
  const content = isJsonObject(entry) ? entry['message_content'] : undefined;
  if (!isJsonObject(content)) {
    return entry;
  }
  const call = (entry as JsonObject)['tool_call'];
  if (isJsonObject(call) && isJsonObject(call['function'])) {
    const { name, arguments: args } = call['function'];
    return { type: 'tool_use', id: call['id'] ?? null, name: name ?? null, input: args ?? null };
  }
  const { image, ...rest } = content;
  const isWrapped = isJsonObject(image) && isJsonObject(image['image']);
  return isWrapped ? { ...rest, image: image['image'] as JsonValue } : content;
}
