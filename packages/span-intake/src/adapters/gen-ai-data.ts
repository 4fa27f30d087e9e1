import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import { listIn, parseEmbeddedJson } from './embedded-json.js';
import { eventsToMessages } from './gen-ai-events.js';
import { normaliseMessages, splitAfterLastUser } from './gen-ai-messages.js';

/** What goes to `ag.data`; an absent member is not mapped. */
export interface GenAiData {
  inputs?: JsonObject;
  outputs?: JsonValue;
}

/** Rule a: the messages in and out. */
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

/** Rules b, c and d, in this order: the first that finds anything. */
export function readOtherData(attributes: JsonObject): GenAiData {
  for (const read of [readToolCall, readAgentRun, readEvents]) {
    const data = read(attributes);
    if (data.inputs !== undefined || data.outputs !== undefined) {
      return data;
    }
  }
  return {};
}

/** Rule b. */
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

/** Rule c. */
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

/** Rule d. */
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
