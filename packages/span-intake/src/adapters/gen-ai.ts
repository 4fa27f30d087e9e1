import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import type { Adapter } from './adapter.js';
import type { AgKey } from './ag-key.js';
import { type GenAiData, readMessages, readOtherData } from './gen-ai-data.js';
import type { MappedValues } from './mapped-values.js';
import { rulesOf, sameNames, toAgKey } from './mapping-table.js';

const NODES = new Map<JsonValue, string>([
  ['chat', 'chat'],
  ['create_agent', 'agent'],
  ['invoke_agent', 'agent'],
  ['embeddings', 'embedding'],
  ['execute_tool', 'tool'],
  ['generate_content', 'completion'],
  ['text_completion', 'completion'],
]);

const REQUEST_MEMBERS = [
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

/** OpenTelemetry's GenAI semantic conventions, with what Logfire and PydanticAI add to them. */
export const genAi: Adapter = {
  name: 'gen_ai',
  ruleFor: rulesOf({
    exact: {
      ...sameNames('gen_ai.request', 'meta.request', REQUEST_MEMBERS),
      'gen_ai.operation.name': ['node', (name) => NODES.get(name) ?? 'task'],
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

const PROMPT_TOKENS = toAgKey('tokens.prompt');
const COMPLETION_TOKENS = toAgKey('tokens.completion');
const TOTAL_TOKENS = toAgKey('tokens.total');

function addTotal(mapped: MappedValues): void {
  const prompt = Number(mapped.get(PROMPT_TOKENS));
  const completion = Number(mapped.get(COMPLETION_TOKENS));
  if (mapped.get(TOTAL_TOKENS) === undefined && prompt > 0 && completion > 0) {
    mapped.set(TOTAL_TOKENS, prompt + completion);
  }
}

const DATA: AgKey = 'ag.data';
const INPUTS: AgKey = 'ag.data.inputs';
const OUTPUTS: AgKey = 'ag.data.outputs';

/** Messages replace what is mapped so far; all other data counts only where there is none. */
function takeData(mapped: MappedValues, attributes: Readonly<JsonObject>): void {
  replaceData(mapped, readMessages(attributes));
  if (!mapped.hasAtOrBelow(DATA)) {
    replaceData(mapped, readOtherData(attributes));
  }
}

function replaceData(mapped: MappedValues, { inputs, outputs }: GenAiData): void {
  if (inputs !== undefined) {
    mapped.deleteAtAndBelow(INPUTS);
    mapped.set(INPUTS, inputs);
  }
  if (outputs !== undefined) {
    mapped.deleteAtAndBelow(OUTPUTS);
    mapped.set(OUTPUTS, outputs);
  }
}
