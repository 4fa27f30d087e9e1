import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type SpanEvent,
  withoutUndefined,
} from '@spanhouse/span-schema';
import { listIn, parseEmbeddedJson } from '../embedded-json.js';
import { normaliseContents } from '../messages/normalise-messages.js';
import { type SplitMessages, splitBeforeAnswer } from '../messages/split-conversation.js';

const choice = 'gen_ai.choice';
const details = 'gen_ai.client.inference.operation.details';

/** Converts a span's events to objects in the format that libraries use for a list of events in an attribute. */
export function toEventObjects(events: readonly SpanEvent[]): JsonObject[] {
  return events
    .filter(({ name }) => name !== details)
    .map(({ name, attributes }) => {
      const content = parseEmbeddedJson(attributes?.['gen_ai.event.content'] ?? null);
      return { ...attributes, ...(isJsonObject(content) && content), 'event.name': name };
    });
}

/** Merges the attributes of the events that contain complete lists of messages. */
export function detailsIn(events: readonly SpanEvent[]): JsonObject | undefined {
  let joined: JsonObject | undefined;
  for (const { name, attributes } of events) {
    if (name === details && attributes !== undefined) {
      joined ??= {};
      for (const key of Object.keys(attributes)) {
        const added = parseEmbeddedJson(attributes[key] as JsonValue);
        const known = joined[key];
        joined[key] = Array.isArray(known) && Array.isArray(added) ? [...known, ...added] : added;
      }
    }
  }
  return joined;
}

/**
 * Converts events to messages. The first `gen_ai.choice` is the answer. Without a choice, the assistant's messages at
 * the end are the answer.
 */
export function eventsToMessages(events: readonly JsonValue[]): SplitMessages {
  const objects = events.filter(isJsonObject);
  const prompt = objects.filter((event) => event['event.name'] !== choice).flatMap(toMessages);
  const answer = objects.find((event) => event['event.name'] === choice && hasMessage(event));
  return answer === undefined
    ? splitBeforeAnswer(prompt)
    : { prompt, completion: toAnswer(answer) };
}

function hasMessage(event: JsonObject): boolean {
  return event['message'] !== undefined || event['tool_calls'] !== undefined;
}

const role = /^gen_ai\.(system|user|assistant|tool)\.message$/;

function toMessages(event: JsonObject): JsonValue[] {
  const name = String(event['event.name'] ?? '');
  if (name === 'gen_ai.content.prompt' || name === 'gen_ai.content.completion') {
    return toPlainMessages(event, name);
  }
  const { content, tool_calls: calls, id } = event;
  const message = withoutUndefined({
    role: event['role'] ?? role.exec(name)?.[1],
    content: content === undefined ? undefined : partsIn(content),
    tool_calls: calls === undefined ? undefined : parseEmbeddedJson(calls),
  });
  const isEmpty = message.content === undefined && message.tool_calls === undefined;
  if (isEmpty && event['role'] === undefined) {
    return [];
  }
  const isResult = message.role === 'tool';
  return normaliseContents([
    isResult
      ? {
          ...message,
          ...withoutUndefined({ tool_call_id: event['tool_call_id'] ?? id, name: event['name'] }),
        }
      : message,
  ]);
}

/**
 * Reads an event in the format that the conventions used before version 1.28. Such an event contains all messages in
 * one string.
 */
function toPlainMessages(event: JsonObject, name: string): JsonValue[] {
  const isPrompt = name === 'gen_ai.content.prompt';
  const sent = event[isPrompt ? 'gen_ai.prompt' : 'gen_ai.completion'];
  if (sent === undefined) {
    return [];
  }
  const content = parseEmbeddedJson(sent);
  return Array.isArray(content) && content.every(isJsonObject)
    ? normaliseContents(content)
    : [{ role: isPrompt ? 'user' : 'assistant', content: sent }];
}

/** Reads the answer from an event. Events from Strands also contain the results of the tool calls. */
function toAnswer(event: JsonObject): JsonValue[] {
  const message = messageIn(event['message'] ?? null);
  const calls = event['tool_calls'] === undefined ? {} : { tool_calls: event['tool_calls'] };
  const answer: JsonValue = isJsonObject(message)
    ? { ...calls, ...message }
    : { role: 'assistant', content: message, ...calls };
  const results = listIn(event['tool.result']);
  return normaliseContents(
    results === undefined ? [answer] : [answer, { role: 'user', content: [...results] }],
  );
}

/** Parses a string that contains a list of content parts. Returns any other value unchanged. */
function partsIn(content: JsonValue): JsonValue {
  const parts = listIn(content);
  return parts !== undefined && parts.length > 0 && parts.every(isJsonObject)
    ? [...parts]
    : content;
}

/** Parses a string that contains a message or a list of message parts. */
function messageIn(sent: JsonValue): JsonValue {
  const parsed = parseEmbeddedJson(sent);
  const isMessage =
    isJsonObject(parsed) && (parsed['role'] !== undefined || parsed['content'] !== undefined);
  return isMessage ? parsed : partsIn(sent);
}
