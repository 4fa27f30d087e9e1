import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import type { Adapter } from '../adapter.js';
import type { AgKey } from '../ag-key.js';
import type { MappedValues } from '../mapped-values.js';
import { rulesOf, sameNames, toAgKey } from '../mapping-table.js';
import { type GenAiData, readMessages, readOtherData } from './gen-ai-data.js';

const nodes = new Map<JsonValue, string>([
  ['chat', 'chat'],
  ['create_agent', 'agent'],
  ['invoke_agent', 'agent'],
  ['embeddings', 'embedding'],
  ['execute_tool', 'tool'],
  ['generate_content', 'completion'],
  ['text_completion', 'completion'],
]);

const requestMembers = [
  'model',
  'max_tokens',
  'temperature',
  'top_p',
  'top_k',
  'presence_penalty',
  'stop_sequences',
  'base_url',
  'endpoint',
  'headers',
  'streaming',
];

/** Maps OpenTelemetry's GenAI semantic conventions and the additions of Logfire and PydanticAI. */
export const genAi: Adapter = {
  name: 'gen_ai',
  ruleFor: rulesOf({
    exact: {
      ...sameNames('gen_ai.request', 'meta.request', requestMembers),
      'gen_ai.operation.name': ['node', (name) => nodes.get(name) ?? 'task'],
      'gen_ai.request.type': 'node',
      ...sameNames('gen_ai.response', 'meta.response', ['model', 'finish_reasons']),
      'gen_ai.usage.input_tokens': 'tokens.prompt',
      'gen_ai.usage.prompt_tokens': 'tokens.prompt',
      'gen_ai.usage.output_tokens': 'tokens.completion',
      'gen_ai.usage.completion_tokens': 'tokens.completion',
      'gen_ai.usage.total_tokens': 'tokens.total',
      'gen_ai.usage.cache_read.input_tokens': 'tokens.cache_read',
      'gen_ai.usage.cache_creation.input_tokens': 'tokens.cache_creation',
      'gen_ai.system': 'meta.system',
      'gen_ai.provider.name': 'meta.provider.name',
      'gen_ai.output.type': 'meta.output.type',
      'gen_ai.system_instructions': 'meta.system_instructions',
      'gen_ai.conversation.id': 'session.id',
      'gen_ai.agent.id': 'agent.id',
      'gen_ai.agent.description': 'meta.agent.description',
      'gen_ai.tool.name': 'meta.tool.name',
      ...sameNames('gen_ai.tool.call', 'meta.tool.call', ['id', 'arguments', 'result']),
      tool_arguments: 'meta.tool_arguments',
      tool_response: 'meta.tool_response',
      agent_name: 'meta.agent_name',
      model_name: 'meta.model_name',
      final_result: 'meta.final_result',
    },
    noticed: ['gen_ai.input.messages', 'gen_ai.output.messages'],
  }),
  finish(mapped, attributes) {
    addTotal(mapped);
    takeData(mapped, attributes);
  },
};

const promptTokens = toAgKey('tokens.prompt');
const completionTokens = toAgKey('tokens.completion');
const totalTokens = toAgKey('tokens.total');

/** Sums prompt and completion tokens where the producer sends no total. */
function addTotal(mapped: MappedValues): void {
  const prompt = toCount(mapped.get(promptTokens));
  const completion = toCount(mapped.get(completionTokens));
  if (mapped.get(totalTokens) === undefined && prompt > 0 && completion > 0) {
    mapped.set(totalTokens, prompt + completion);
  }
}

/** Converts a count. Objects are excluded, because their `toString` or `valueOf` can make `Number` throw. */
function toCount(value: JsonValue | undefined): number {
  return typeof value === 'object' ? Number.NaN : Number(value);
}

const data: AgKey = 'ag.data';
const inputsKey: AgKey = 'ag.data.inputs';
const outputsKey: AgKey = 'ag.data.outputs';

/** Maps `ag.data`: messages replace previous values, all other data only fills gaps. */
function takeData(mapped: MappedValues, attributes: Readonly<JsonObject>): void {
  replaceData(mapped, readMessages(attributes));
  if (!mapped.hasAtOrBelow(data)) {
    replaceData(mapped, readOtherData(attributes));
  }
}

function replaceData(mapped: MappedValues, { inputs, outputs }: GenAiData): void {
  if (inputs !== undefined) {
    mapped.deleteAtAndBelow(inputsKey);
    mapped.set(inputsKey, inputs);
  }
  if (outputs !== undefined) {
    mapped.deleteAtAndBelow(outputsKey);
    mapped.set(outputsKey, outputs);
  }
}
