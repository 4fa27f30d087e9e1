import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';

/** A conversation, split into the messages to the model and the model's answers. */
export interface SplitMessages {
  prompt: JsonValue[];
  completion: JsonValue[];
}

/**
 * Splits a conversation after the user's last message. If there is no user message, all messages belong to the answer.
 */
export function splitAfterLastUser(messages: readonly JsonValue[]): SplitMessages {
  return splitAt(messages, 1 + messages.findLastIndex((message) => roleOf(message) === 'user'));
}

/** Splits a conversation before the assistant's messages at its end. */
export function splitBeforeAnswer(messages: readonly JsonValue[]): SplitMessages {
  return splitAt(messages, 1 + messages.findLastIndex((message) => !isAssistant(message)));
}

function splitAt(messages: readonly JsonValue[], end: number): SplitMessages {
  return { prompt: messages.slice(0, end), completion: messages.slice(end) };
}

function isAssistant(message: JsonValue): boolean {
  const role = roleOf(message);
  return role === 'assistant' || role === 'model';
}

function roleOf(message: JsonValue): JsonValue | undefined {
  return isJsonObject(message) ? message['role'] : undefined;
}

/** Reports whether a message has content of any kind. */
function isFilled(message: JsonValue): boolean {
  if (!isJsonObject(message)) {
    return message !== null;
  }
  const { content, tool_calls: calls, thinking, parts } = message;
  const hasContent = content !== undefined && content !== null && content !== '';
  return hasContent || [calls, thinking, parts].some((member) => member !== undefined);
}

/** Replaces each empty message with the previously mapped message at the same index, if that message has content. */
export function preferFilled(messages: JsonValue[], previous: JsonValue | undefined): JsonValue[] {
  if (!Array.isArray(previous) || messages.every(isFilled)) {
    return messages;
  }
  return messages.map((message, at) => {
    const other = previous[at];
    return isFilled(message) || other === undefined || !isFilled(other)
      ? message
      : { ...(message as JsonObject), ...(other as JsonObject) };
  });
}
