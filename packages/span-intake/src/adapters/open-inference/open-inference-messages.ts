import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { normaliseMessages } from '../messages/normalise-messages.js';

/** Converts the messages of OpenInference, whose `contents` are a list of `message_content` objects. */
export function normaliseOpenInference(messages: readonly JsonValue[]): JsonValue[] {
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

/** Unwraps `{message_content: {type, …}}`. A call has its name and arguments next to the content. */
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
