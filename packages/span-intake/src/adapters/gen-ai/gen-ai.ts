import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import type { Adapter, SentData } from '../adapter.js';
import { type AgKey, completionKey, promptKey } from '../ag-key.js';
import { listIn, parseEmbeddedJson } from '../embedded-json.js';
import type { MappedValues } from '../mapped-values.js';
import { rulesOf, sameNames, spanTypeIn, toSpanType } from '../mapping-table.js';
import { gatherList } from '../messages/gather-list.js';
import { normaliseMessages } from '../messages/normalise-messages.js';
import { preferFilled, splitAfterLastUser } from '../messages/split-conversation.js';
import { detailsIn, eventsToMessages, toEventObjects } from './gen-ai-events.js';

/**
 * Span types by operation name. The names are from all versions of the conventions and from libraries that define
 * additional operations.
 */
const operations = new Map<JsonValue, string>([
  ['create_agent', 'agent'],
  ['invoke_agent', 'agent'],
  ['invoke_workflow', 'workflow'],
  ['agent_step', 'chain'],
  ['execute_event_loop_cycle', 'chain'],
  ['embeddings', 'embedding'],
  ['retrieval', 'query'],
  ['execute_tool', 'tool'],
  ['generate_content', 'completion'],
  ['text_completion', 'completion'],
  ['acompletion', 'chat'],
  ['responses', 'chat'],
  ['aresponses', 'chat'],
  ['anthropic_messages', 'chat'],
  ['aembedding', 'embedding'],
]);

const requestMembers = [
  ...['model', 'max_tokens', 'temperature', 'top_p', 'top_k', 'presence_penalty'],
  ...['frequency_penalty', 'stop_sequences', 'seed', 'encoding_formats', 'choice.count'],
  ...['base_url', 'endpoint', 'headers', 'streaming', 'stream', 'id', 'service_tier'],
  ...['max_completion_tokens', 'reasoning_effort', 'reasoning_summary', 'n'],
  ...['repetition_penalty', 'structured_output_schema'],
];

const tokens: Readonly<Record<string, string>> = {
  input_tokens: 'prompt',
  prompt_tokens: 'prompt',
  output_tokens: 'completion',
  completion_tokens: 'completion',
  total_tokens: 'total',
  'cache_read.input_tokens': 'cache_read',
  cache_read_input_tokens: 'cache_read',
  'details.cache_read_tokens': 'cache_read',
  'cache_creation.input_tokens': 'cache_creation',
  'cache_write.input_tokens': 'cache_creation',
  cache_creation_input_tokens: 'cache_creation',
  cache_write_input_tokens: 'cache_creation',
  'details.cache_write_tokens': 'cache_creation',
  'reasoning.output_tokens': 'reasoning',
  reasoning_tokens: 'reasoning',
  'details.reasoning_tokens': 'reasoning',
  'audio.input_tokens': 'prompt_audio',
  'details.input_audio_tokens': 'prompt_audio',
  'audio.output_tokens': 'completion_audio',
  'details.output_audio_tokens': 'completion_audio',
};

/** Maps OpenTelemetry's GenAI semantic conventions, including the additions of Logfire and PydanticAI. */
export const genAi: Adapter = {
  name: 'gen_ai',
  readsEvents: true,
  ruleFor: rulesOf({
    exact: {
      ...sameNames('gen_ai.request', 'meta.request', requestMembers),
      'gen_ai.openai.request.seed': 'meta.request.seed',
      'gen_ai.openai.request.response_format': 'meta.request.response_format',
      'gen_ai.openai.request.service_tier': 'meta.request.service_tier',
      'openai.request.service_tier': 'meta.request.service_tier',
      'gen_ai.is_streaming': 'meta.request.streaming',
      'gen_ai.headers': 'meta.request.headers',
      'gen_ai.operation.name': ['node', (name) => operations.get(name) ?? spanTypeIn(name)],
      'gen_ai.request.type': ['node', toSpanType],
      ...sameNames('gen_ai.response', 'meta.response', [
        ...['model', 'id', 'status', 'service_tier', 'reasoning_effort', 'time_to_first_chunk'],
      ]),
      'gen_ai.response.finish_reasons': ['meta.response.finish_reasons', parseEmbeddedJson],
      'gen_ai.response.finish_reason': ['meta.response.finish_reasons', (reason) => [reason]],
      'gen_ai.response.stop_reason': ['meta.response.finish_reasons', (reason) => [reason]],
      'gen_ai.response_id': 'meta.response.id',
      'gen_ai.openai.response.service_tier': 'meta.response.service_tier',
      'openai.response.service_tier': 'meta.response.service_tier',
      'gen_ai.openai.response.system_fingerprint': 'meta.response.system_fingerprint',
      'openai.response.system_fingerprint': 'meta.response.system_fingerprint',
      'gen_ai.system_fingerprint': 'meta.response.system_fingerprint',
      ...usageOf('gen_ai.usage', 'tokens'),
      ...usageOf('gen_ai.aggregated_usage', 'tokens'),
      'gen_ai.cost.input_cost': 'costs.prompt',
      'gen_ai.cost.output_cost': 'costs.completion',
      'gen_ai.cost.total_cost': 'costs.total',
      'gen_ai.usage.cost': 'costs.total',
      'gen_ai.cost.cache_read_cost': 'costs.cache_read',
      'gen_ai.cost.cache_creation_cost': 'costs.cache_creation',
      'gen_ai.system': 'meta.system',
      'gen_ai.provider.name': 'meta.provider.name',
      'gen_ai.output.type': 'meta.output.type',
      'gen_ai.system_instructions': ['meta.system_instructions', parseEmbeddedJson],
      'gen_ai.conversation.id': 'session.id',
      'gen_ai.user': 'user.id',
      'gen_ai.agent.id': 'agent.id',
      ...sameNames('gen_ai.agent', 'meta.agent', ['name', 'description', 'version']),
      'gen_ai.agent.tools': ['meta.agent.tools', parseEmbeddedJson],
      'gen_ai.workflow.name': 'meta.workflow.name',
      ...sameNames('gen_ai.tool', 'meta.tool', ['name', 'type', 'description']),
      ...sameNames('gen_ai.tool.call', 'meta.tool.call', ['id', 'arguments', 'result']),
      'gen_ai.tool.definitions': ['data.inputs.tools', parseEmbeddedJson],
      'gen_ai.data_source.id': 'meta.data_source.id',
      ...sameNames('gen_ai.prompt', 'meta.prompt', ['name', 'version']),
      ...sameNames('gen_ai.evaluation', 'meta.evaluation', [
        ...['name', 'explanation', 'score.value', 'score.label'],
      ]),
      'gen_ai.embeddings.dimension.count': 'meta.request.dimensions',
      'gen_ai.retrieval.query.text': 'data.inputs.query',
      'gen_ai.retrieval.documents': ['data.outputs.documents', parseEmbeddedJson],
      'gen_ai.retrieval.top_k': 'meta.request.top_k',
      tool_arguments: 'meta.tool_arguments',
      tool_response: 'meta.tool_response',
      agent_name: 'meta.agent_name',
      model_name: 'meta.model_name',
      final_result: 'meta.final_result',
    },
    noticed: [...['gen_ai.input.messages', 'gen_ai.output.messages', 'pydantic_ai.all_messages']],
  }),
  finish(mapped, sent) {
    if (mapped.get('ag.meta.provider.name') !== undefined) {
      mapped.delete('ag.meta.provider');
    }
    const details = sent.events && detailsIn(sent.events);
    const instructions = details?.['gen_ai.system_instructions'];
    if (instructions !== undefined && mapped.get(instructionsKey) === undefined) {
      mapped.set(instructionsKey, instructions);
    }
    takeData(mapped, sent);
  },
};

function usageOf(source: string, target: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tokens).map(([name, count]) => [`${source}.${name}`, `${target}.${count}`]),
  );
}

const instructionsKey: AgKey = 'ag.meta.system_instructions';
const data: AgKey = 'ag.data';
const definitionsKey: AgKey = 'ag.data.inputs.tools';

/**
 * Maps `ag.data`. Messages replace messages that were mapped before; other data is mapped only where there is no value
 * yet.
 */
function takeData(mapped: MappedValues, sent: SentData): void {
  replaceMessages(mapped, readMessages(sent));
  const definitions = mapped.get(definitionsKey);
  mapped.delete(definitionsKey);
  if (!mapped.hasAtOrBelow(data)) {
    const { inputs, outputs } = readOtherData(sent);
    mapped.set('ag.data.inputs', inputs);
    mapped.set('ag.data.outputs', outputs);
    if (!mapped.hasAtOrBelow(data)) {
      replaceMessages(mapped, readEvents(sent));
    }
  } else if (sent.events !== undefined && !hasMessages(mapped, sent)) {
    replaceMessages(mapped, readEvents(sent));
  }
  mapped.set(definitionsKey, definitions);
}

/** Returns true if the span has messages, or if it is a tool call and therefore needs no messages. */
function hasMessages(mapped: MappedValues, { attributes }: SentData): boolean {
  return (
    attributes['gen_ai.tool.name'] !== undefined ||
    mapped.hasAtOrBelow(promptKey) ||
    mapped.hasAtOrBelow(completionKey)
  );
}

function replaceMessages(mapped: MappedValues, { prompt, completion }: GenAiMessages): void {
  replaceList(mapped, promptKey, prompt);
  replaceList(mapped, completionKey, completion);
}

function replaceList(mapped: MappedValues, key: AgKey, list: JsonValue[] | undefined): void {
  if (list === undefined) {
    return;
  }
  gatherList(mapped, key);
  const filled = preferFilled(list, mapped.get(key));
  mapped.deleteAtAndBelow(key);
  mapped.set(key, filled);
}

/** The messages of a span. If a member is absent, messages that were mapped earlier stay unchanged. */
interface GenAiMessages {
  prompt: JsonValue[] | undefined;
  completion: JsonValue[] | undefined;
}

/** The members of `ag.data` to map. If a member is absent, a value that was mapped earlier stays unchanged. */
interface GenAiData {
  inputs: JsonObject | undefined;
  outputs: JsonValue | undefined;
}

const noMessages: GenAiMessages = { prompt: undefined, completion: undefined };
const noData: GenAiData = { inputs: undefined, outputs: undefined };

/** Reads the messages to and from the model. They replace messages that were mapped by another convention. */
function readMessages({ attributes, events }: SentData): GenAiMessages {
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

/** Reads messages that were recorded as events or as an attribute with a list of events. */
function readEvents({ attributes, events }: SentData): GenAiMessages {
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

/** Reads the data of a span without messages. Such a span is a tool call or an agent run. */
function readOtherData(sent: SentData): GenAiData {
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
