import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import { listIn, parseEmbeddedJson } from '../embedded-json.js';
import { eventsToMessages } from './gen-ai-events.js';
import { normaliseMessages, splitAfterLastUser } from './gen-ai-messages.js';

/** The members of `ag.data` that are mapped; an absent member is left alone. */
export interface GenAiData {
  inputs?: JsonObject;
  outputs?: JsonValue;
}

/** Reads the messages to and from the model. They replace everything that was mapped before. */
export function readMessages(attributes: JsonObject): GenAiData {
  const data: GenAiData = {};
  const prompt = listIn(attributes['gen_ai.input.messages']);
  const completion = listIn(attributes['gen_ai.output.messages']);
  if (prompt !== undefined) {
    data.inputs = { prompt: normaliseMessages(prompt) };
  }
  if (completion !== undefined) {
    data.outputs = { completion: normaliseMessages(completion) };
  }
  return data;
}

/** Reads the data of a span without messages: a tool call, an agent run or events, whichever is found first. */
export function readOtherData(attributes: JsonObject): GenAiData {
  for (const read of [readToolCall, readAgentRun, readEvents]) {
    const data = read(attributes);
    if (data.inputs !== undefined || data.outputs !== undefined) {
      return data;
    }
  }
  return {};
}

/** Reads the arguments and the result of a tool call. */
function readToolCall(attributes: JsonObject): GenAiData {
  const name = attributes['gen_ai.tool.name'];
  if (name === undefined) {
    return {};
  }
  const sent = attributes['tool_arguments'] ?? attributes['gen_ai.tool.call.arguments'];
  const result = attributes['tool_response'] ?? attributes['gen_ai.tool.call.result'];
  const data: GenAiData = { inputs: { name } };
  if (sent !== undefined) {
    data.inputs = { name, arguments: parseEmbeddedJson(sent) };
  }
  if (result !== undefined) {
    data.outputs = parseEmbeddedJson(result);
  }
  return data;
}

/** Reads the conversation of an agent run and its final result. */
function readAgentRun(attributes: JsonObject): GenAiData {
  const result = attributes['final_result'];
  if (attributes['gen_ai.operation.name'] !== 'invoke_agent' && result === undefined) {
    return {};
  }
  const messages = listIn(attributes['pydantic_ai.all_messages']);
  const { prompt, completion } = splitAfterLastUser(normaliseMessages(messages ?? []));
  const data: GenAiData = {};
  if (prompt.length > 0) {
    data.inputs = { prompt };
  }
  if (completion.length > 0) {
    data.outputs = { completion };
  } else if (result !== undefined) {
    data.outputs = { completion: parseEmbeddedJson(result) };
  }
  return data;
}

/** Reads the messages that older instrumentations record as events. */
function readEvents(attributes: JsonObject): GenAiData {
  const events = listIn(attributes['events']) ?? listIn(attributes['all_messages_events']) ?? [];
  const { prompt, completion } = eventsToMessages(events);
  const data: GenAiData = {};
  if (prompt !== undefined) {
    data.inputs = { prompt };
  }
  if (completion !== undefined) {
    data.outputs = { completion };
  }
  return data;
}
