import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import type { Adapter, KeyRule, ReadValue } from './adapter.js';
import { completionKey, promptKey } from './ag-key.js';
import { listIn, parseEmbeddedJson } from './embedded-json.js';
import { rulesOf, toSpanType } from './mapping-table.js';
import { gatherList } from './messages/gather-list.js';
import { normaliseContents } from './messages/normalise-messages.js';

const ruleByTable = rulesOf({
  exact: {
    'llm.headers': 'meta.request.headers',
    'llm.is_streaming': 'meta.request.streaming',
    'gen_ai.openai.api_base': 'meta.request.base_url',
    'gen_ai.openai.api_version': 'meta.request.api_version',
    'db.system': 'meta.system',
    'llm.top_k': 'meta.request.top_k',
    'db.vector.query.top_k': 'meta.request.top_k',
    'pinecone.query.top_k': 'meta.request.top_k',
    'llm.frequency_penalty': 'meta.request.frequency_penalty',
    'llm.presence_penalty': 'meta.request.presence_penalty',
    'llm.chat.stop_sequences': 'meta.request.stop_sequences',
    'llm.request.repetition_penalty': 'meta.request.repetition_penalty',
    'llm.request.reasoning_effort': 'meta.request.reasoning_effort',
    'llm.response.finish_reason': ['meta.response.finish_reasons', (reason) => [reason]],
    'llm.response.stop_reason': ['meta.response.finish_reasons', (reason) => [reason]],
    'llm.request.type': ['node', toSpanType],
    'traceloop.span.kind': ['node', toSpanType],
    'llm.usage.total_tokens': 'tokens.total',
    'llm.usage.reasoning_tokens': 'tokens.reasoning',
    'llm.user': 'user.id',
    'traceloop.association.properties.session_id': 'session.id',
    'traceloop.association.properties.user_id': 'user.id',
    'traceloop.workflow.name': 'meta.workflow.name',
    'traceloop.prompt.key': 'meta.prompt.name',
    'traceloop.prompt.version': 'meta.prompt.version',
    'traceloop.prompt.template': 'meta.prompt_template.template',
    'traceloop.prompt.template_variables': ['meta.prompt_template.variables', parseEmbeddedJson],
    'traceloop.entity.input': ['data.inputs', memberOf('inputs')],
    'traceloop.entity.output': ['data.outputs', memberOf('outputs')],
  },
  prefix: {
    'gen_ai.prompt': 'data.inputs.prompt',
    'gen_ai.completion': 'data.outputs.completion',
    'llm.request.functions': 'data.inputs.functions',
    'llm.request.tools': 'data.inputs.tools',
  },
});

/** Maps OpenLLMetry, Traceloop's collection of instrumentations. */
export const traceloop: Adapter = {
  name: 'traceloop',
  ruleFor(key: string): KeyRule | undefined {
    return /^gen_ai\.prompt\.\D/.test(key) ? undefined : ruleByTable(key);
  },
  finish(mapped) {
    gatherList(mapped, promptKey, readMessages);
    gatherList(mapped, completionKey, readMessages);
  },
};

function readMessages(messages: readonly JsonValue[]): JsonValue[] {
  return normaliseContents(messages.map(withParsedContent));
}

/** Parses the content of a message if it is JSON with a list of parts. */
function withParsedContent(message: JsonValue): JsonValue {
  const parts = isJsonObject(message) ? listIn(message['content']) : undefined;
  const isList = parts !== undefined && parts.length > 0 && parts.every(isPart);
  return isList && isJsonObject(message) ? { ...message, content: [...parts] } : message;
}

function isPart(part: JsonValue): boolean {
  return isJsonObject(part) && typeof part['type'] === 'string';
}

/**
 * Returns a function that reads a member of an object or of a JSON string. If the member is missing, the function
 * returns the whole value.
 */
function memberOf(name: string): ReadValue {
  return (value: JsonValue) => {
    const entity = parseEmbeddedJson(value);
    return isJsonObject(entity) && Object.hasOwn(entity, name) ? entity[name] : entity;
  };
}
