import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  withoutUndefined,
} from '@spanhouse/span-schema';

/** The content of a part. Its members depend on the kind of the part. */
export type ReadPart =
  | { readonly kind: 'text' | 'thinking'; readonly text: string | undefined }
  | { readonly kind: 'call' | 'result'; readonly value: JsonObject };

type PartReader = (part: JsonObject) => ReadPart | undefined;

/** Readers, keyed by the `type` of a part in the spellings that the conventions and providers use. */
const readers = new Map<JsonValue | undefined, PartReader>([
  ['text', textOf('text', 'content', 'text')],
  ['input_text', textOf('text', 'text')],
  ['output_text', textOf('text', 'text')],
  ['thinking', textOf('thinking', 'content', 'thinking')],
  ['reasoning', textOf('thinking', 'content', 'text')],
  ['tool_call', readToolCall],
  ['tool_use', callOf('id', 'name', 'input')],
  ['tool-call', callOf('toolCallId', 'toolName', 'input', 'args')],
  ['function_call', callOf('call_id', 'name', 'arguments')],
  ['tool_call_response', readToolResult],
  ['tool_result', resultOf('tool_use_id', 'content')],
  ['tool-result', resultOf('toolCallId', 'output', 'result')],
  ['function_call_output', resultOf('call_id', 'output')],
]);

/** Reads a part; returns `undefined` for an unknown kind, such as an image. */
export function readPart(part: JsonValue): ReadPart | undefined {
  if (!isJsonObject(part)) {
    return undefined;
  }
  const read = readers.get(part['type']);
  return read === undefined ? readUntyped(part) : read(part);
}

/** Reads a part without `type`. In Bedrock and Gemini, such a part has a single member, whose name is the kind. */
function readUntyped(part: JsonObject): ReadPart | undefined {
  if (part['type'] !== undefined) {
    return undefined;
  }
  return readUntypedCall(part) ?? readUntypedResult(part) ?? readUntypedText(part);
}

function readUntypedCall(part: JsonObject): ReadPart | undefined {
  const call = part['toolUse'] ?? part['function_call'] ?? part['functionCall'];
  if (!isJsonObject(call)) {
    return undefined;
  }
  const id = call['toolUseId'] ?? call['id'];
  return { kind: 'call', value: toCall(id, call['name'], call['input'] ?? call['args']) };
}

function readUntypedResult(part: JsonObject): ReadPart | undefined {
  const result = part['toolResult'] ?? part['function_response'] ?? part['functionResponse'];
  if (!isJsonObject(result)) {
    return undefined;
  }
  const id = result['toolUseId'] ?? result['id'];
  const content = result['content'] ?? result['response'];
  return { kind: 'result', value: toResult(id, content, result['name']) };
}

function readUntypedText(part: JsonObject): ReadPart | undefined {
  const reasoning = part['reasoningContent'];
  if (isJsonObject(reasoning) && isJsonObject(reasoning['reasoningText'])) {
    return readText('thinking', reasoning['reasoningText']['text']);
  }
  const { text } = part;
  const kind = part['thought'] === true ? 'thinking' : 'text';
  return typeof text === 'string' ? { kind, text } : undefined;
}

/**
 * Creates a reader that takes the content from the first member that is present. All members may be absent, because
 * producers may omit content for privacy.
 */
function textOf(kind: 'text' | 'thinking', ...members: readonly string[]): PartReader {
  return (part) => readText(kind, firstOf(part, members));
}

function readText(kind: 'text' | 'thinking', text: JsonValue | undefined): ReadPart | undefined {
  return typeof text === 'string' || text === undefined ? { kind, text } : undefined;
}

function callOf(id: string, name: string, ...args: readonly string[]): PartReader {
  return (part) => ({ kind: 'call', value: toCall(part[id], part[name], firstOf(part, args)) });
}

function resultOf(id: string, ...results: readonly string[]): PartReader {
  return (part) => {
    const name = part['name'] ?? part['toolName'];
    return { kind: 'result', value: toResult(part[id], firstOf(part, results), name) };
  };
}

/** Reads a tool call of the OpenTelemetry conventions. Keeps the other members of the call. */
function readToolCall(part: JsonObject): ReadPart {
  const { name, arguments: args, ...rest } = part;
  const called = withoutUndefined({ name, arguments: args });
  return { kind: 'call', value: { ...rest, type: 'function', function: called } };
}

/** Reads a tool result, which is in `result` for PydanticAI and in `response` for the OpenTelemetry conventions. */
function readToolResult(part: JsonObject): ReadPart {
  const { type: _type, id, result, response, ...rest } = part;
  const content = result === undefined ? response : result;
  const message = { ...rest, role: 'tool', ...withoutUndefined({ content, tool_call_id: id }) };
  return { kind: 'result', value: message };
}

/** Builds a tool call in the form that `ag` uses, which is the form of OpenAI's chat completions. */
export function toCall(
  id: JsonValue | undefined,
  name: JsonValue | undefined,
  args: JsonValue | undefined,
): JsonObject {
  const called = withoutUndefined({ name, arguments: args });
  return { ...withoutUndefined({ id }), type: 'function', function: called };
}

function toResult(
  id: JsonValue | undefined,
  sent: JsonValue | undefined,
  name: JsonValue | undefined,
): JsonObject {
  const content = sent === undefined ? undefined : unwrapResult(sent);
  return { role: 'tool', ...withoutUndefined({ content, tool_call_id: id, name }) };
}

/** Extracts a tool's result from its content blocks: `[{text}]`, `[{json}]` or `{type, value}`. */
function unwrapResult(sent: JsonValue): JsonValue {
  if (isJsonObject(sent) && typeof sent['type'] === 'string' && sent['value'] !== undefined) {
    return sent['value'];
  }
  if (!Array.isArray(sent) || sent.length !== 1 || !isJsonObject(sent[0])) {
    return sent;
  }
  return sent[0]['text'] ?? sent[0]['json'] ?? sent;
}

function firstOf(part: JsonObject, members: readonly string[]): JsonValue | undefined {
  for (const member of members) {
    if (part[member] !== undefined) {
      return part[member];
    }
  }
  return undefined;
}
