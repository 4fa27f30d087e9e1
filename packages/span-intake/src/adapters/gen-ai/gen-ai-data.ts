import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import type { SentData } from '../adapter.js';
import { listIn, parseEmbeddedJson } from '../embedded-json.js';
import { normaliseMessages } from '../messages/normalise-messages.js';
import { splitAfterLastUser } from '../messages/split-conversation.js';
import { detailsIn, eventsToMessages, toEventObjects } from './gen-ai-events.js';

/** The messages of a span. If a member is absent, the mapped messages stay unchanged. */
export interface GenAiMessages {
  prompt: JsonValue[] | undefined;
  completion: JsonValue[] | undefined;
}

/** The mapped members of `ag.data`. If a member is absent, the mapped value stays unchanged. */
export interface GenAiData {
  inputs: JsonObject | undefined;
  outputs: JsonValue | undefined;
}

const noMessages: GenAiMessages = { prompt: undefined, completion: undefined };
const noData: GenAiData = { inputs: undefined, outputs: undefined };

/** Reads the messages to and from the model. They replace messages that another convention mapped. */
export function readMessages({ attributes, events }: SentData): GenAiMessages {
  const details = events && detailsIn(events);
  const prompt = listIn(attributes['gen_ai.input.messages'] ?? details?.['gen_ai.input.messages']);
  const completion = listIn(
    attributes['gen_ai.output.messages'] ?? details?.['gen_ai.output.messages'],
  );
  return {
    prompt: prompt && normaliseMessages(prompt),
    completion: completion && normaliseMessages(completion),
  };
}

/** Reads messages that were recorded as events, or as a list of events in an attribute. */
export function readEvents({ attributes, events }: SentData): GenAiMessages {
  const listed = listIn(attributes['events']) ?? listIn(attributes['all_messages_events']) ?? [];
  const all = events === undefined ? listed : [...listed, ...toEventObjects(events)];
  if (all.length === 0) {
    return noMessages;
  }
  const { prompt, completion } = eventsToMessages(all);
  return {
    prompt: prompt.length > 0 ? prompt : undefined,
    completion: completion.length > 0 ? completion : undefined,
  };
}

/** Reads the data of a span without messages: a tool call, or else an agent run. */
export function readOtherData(sent: SentData): GenAiData {
  const data = readToolCall(sent);
  return data.inputs === undefined ? readAgentRun(sent) : data;
}

/** Reads the arguments and the result of a tool call. Strands sends both as events. */
function readToolCall({ attributes, events }: SentData): GenAiData {
  const name = attributes['gen_ai.tool.name'];
  if (name === undefined) {
    return noData;
  }
  const { prompt, completion } = eventsToMessages(
    events === undefined ? [] : toEventObjects(events),
  );
  const args =
    attributes['tool_arguments'] ??
    attributes['gen_ai.tool.call.arguments'] ??
    contentOf(prompt.at(-1));
  const result =
    attributes['tool_response'] ??
    attributes['gen_ai.tool.call.result'] ??
    contentOf(completion.at(0));
  return {
    inputs: args === undefined ? { name } : { name, arguments: parseEmbeddedJson(args) },
    outputs: result === undefined ? undefined : parseEmbeddedJson(result),
  };
}

function contentOf(message: JsonValue | undefined): JsonValue | undefined {
  return (message as JsonObject | undefined)?.['content'];
}

/** Reads the conversation of an agent run and its final result. */
function readAgentRun({ attributes }: SentData): GenAiData {
  const result = attributes['final_result'];
  if (attributes['gen_ai.operation.name'] !== 'invoke_agent' && result === undefined) {
    return noData;
  }
  const messages = normaliseMessages(listIn(attributes['pydantic_ai.all_messages']) ?? []);
  const { prompt, completion } = splitAfterLastUser(messages);
  const final = result === undefined ? undefined : { completion: parseEmbeddedJson(result) };
  return {
    inputs: prompt.length > 0 ? { prompt } : undefined,
    outputs: completion.length > 0 ? { completion } : final,
  };
}
