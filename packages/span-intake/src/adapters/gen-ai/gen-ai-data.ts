import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import { listIn, parseEmbeddedJson } from '../embedded-json.js';
import { eventsToMessages } from './gen-ai-events.js';
import { normaliseMessages, splitAfterLastUser } from './gen-ai-messages.js';

/** The members of `ag.data` that are mapped; an absent member is left alone. */
export interface GenAiData {
  inputs: JsonObject | undefined;
  outputs: JsonValue | undefined;
}

const noData: GenAiData = { inputs: undefined, outputs: undefined };

/** Reads the messages to and from the model. They replace everything that was mapped before. */
export function readMessages(attributes: JsonObject): GenAiData {
  const prompt = listIn(attributes['gen_ai.input.messages']);
  const completion = listIn(attributes['gen_ai.output.messages']);
  return {
    inputs: prompt && { prompt: normaliseMessages(prompt) },
    outputs: completion && { completion: normaliseMessages(completion) },
  };
}

/** Reads the data of a span without messages: a tool call, an agent run or events, whichever is found first. */
export function readOtherData(attributes: JsonObject): GenAiData {
  for (const read of [readToolCall, readAgentRun, readEvents]) {
    const data = read(attributes);
    if (data.inputs !== undefined || data.outputs !== undefined) {
      return data;
    }
  }
  return noData;
}

/** Reads the arguments and the result of a tool call. */
function readToolCall(attributes: JsonObject): GenAiData {
  const name = attributes['gen_ai.tool.name'];
  if (name === undefined) {
    return noData;
  }
  const sent = attributes['tool_arguments'] ?? attributes['gen_ai.tool.call.arguments'];
  const result = attributes['tool_response'] ?? attributes['gen_ai.tool.call.result'];
  return {
    inputs: sent === undefined ? { name } : { name, arguments: parseEmbeddedJson(sent) },
    outputs: result === undefined ? undefined : parseEmbeddedJson(result),
  };
}

/** Reads the conversation of an agent run and its final result. */
function readAgentRun(attributes: JsonObject): GenAiData {
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

/** Reads the messages that older instrumentations record as events. */
function readEvents(attributes: JsonObject): GenAiData {
  const events = listIn(attributes['events']) ?? listIn(attributes['all_messages_events']) ?? [];
  const { prompt, completion } = eventsToMessages(events);
  return { inputs: prompt && { prompt }, outputs: completion && { completion } };
}
