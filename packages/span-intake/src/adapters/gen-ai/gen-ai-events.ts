import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';

const messageMembers = ['role', 'content', 'tool_calls'] as const;

/** The messages in a list of GenAI events; a member is absent when no event contributes to it. */
export interface EventMessages {
  prompt: JsonObject[] | undefined;
  completion: [message: JsonValue] | undefined;
}

/** Converts the events before the answer to messages, and takes the answer from the first `gen_ai.choice`. */
export function eventsToMessages(events: readonly JsonValue[]): EventMessages {
  const prompt: JsonObject[] = [];
  let completion: EventMessages['completion'];
  for (const event of events) {
    if (!isJsonObject(event)) {
      continue;
    }
    if (event['event.name'] !== 'gen_ai.choice') {
      addMessage(prompt, event);
    } else if (event['message'] !== undefined) {
      completion ??= [event['message']];
    }
  }
  return { prompt: prompt.length === 0 ? undefined : prompt, completion };
}

function addMessage(prompt: JsonObject[], event: JsonObject): void {
  const message: JsonObject = {};
  for (const member of messageMembers) {
    const value = event[member];
    if (value !== undefined) {
      message[member] = value;
    }
  }
  if (Object.keys(message).length > 0) {
    prompt.push(message);
  }
}
