import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  withoutUndefined,
} from '@spanhouse/span-schema';

/** The messages in a list of GenAI events; a member is absent when no event contributes to it. */
export interface EventMessages {
  prompt: JsonObject[] | undefined;
  completion: [message: JsonValue] | undefined;
}

/** Converts the events before the answer to messages, and takes the answer from the first `gen_ai.choice`. */
export function eventsToMessages(events: readonly JsonValue[]): EventMessages {
  const objects = events.filter(isJsonObject);
  const messages = objects.filter((event) => !isChoice(event)).map(toMessage);
  const prompt = messages.filter((message) => Object.keys(message).length > 0);
  const answer = objects.find((event) => isChoice(event) && event['message'] !== undefined);
  return {
    prompt: prompt.length === 0 ? undefined : prompt,
    completion: answer && [answer['message'] ?? null],
  };
}

function isChoice(event: JsonObject): boolean {
  return event['event.name'] === 'gen_ai.choice';
}

function toMessage({ role, content, tool_calls }: JsonObject): JsonObject {
  return withoutUndefined({ role, content, tool_calls });
}
