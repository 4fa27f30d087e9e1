import type { JsonValue } from '@spanhouse/span-schema';
import { agAt, canonicalOtlpSpan } from '../../testing/mapped-ag.js';

/** A mapping; without an expected value, the value is mapped unchanged. */
type Row = [source: string, sent: JsonValue, target: string | [string, JsonValue]];

const exact: Row[] = [
  ['input.value', '{"q":"Sunny?"}', ['data.inputs', { q: 'Sunny?' }]],
  ['input.value', 'Sunny?', ['data.inputs', { value: 'Sunny?' }]],
  ['output.value', '{"a":"Yes."}', 'data.outputs'],
  ['input.mime_type', 'application/json', 'meta.input.mime_type'],
  ['output.mime_type', 'text/plain', 'meta.output.mime_type'],
  ['llm.model_name', 'demo-model', 'meta.response.model'],
  ['llm.invocation_parameters', '{"temperature":0.5}', ['meta.request', { temperature: 0.5 }]],
  ['llm.invocation_parameters', 'none', 'meta.request.parameters'],
  ['llm.provider', 'azure', 'meta.provider'],
  ['llm.system', 'openai', 'meta.system'],
  ['llm.function_call', '{"name":"weather"}', ['data.outputs.function_call', { name: 'weather' }]],
  ['embedding.model_name', 'demo-embedding', 'meta.request.model'],
  ['embedding.text', 'Sunny?', 'data.inputs.embedding.text'],
  ['embedding.vector', [0.1, 0.2], 'data.outputs.embedding.vector'],
  ['exception.escaped', true, 'exception.escaped'],
  ['exception.message', 'No weather', 'exception.message'],
  ['exception.stacktrace', 'at weather', 'exception.stacktrace'],
  ['exception.type', 'WeatherError', 'exception.type'],
  ['image.url', 'https://example.org/a.png', 'data.internals.multimedia.image.url'],
  ['audio.url', 'https://example.org/a.mp3', 'data.internals.multimedia.audio.url'],
  ['audio.transcript', 'Sunny', 'data.internals.multimedia.audio.transcript'],
  ['audio.mime_type', 'audio/mpeg', 'meta.multimedia.audio.mime_type'],
  ['llm.prompt_template.template', 'Is {city} sunny?', 'meta.prompt_template.template'],
  [
    'llm.prompt_template.variables',
    '{"city":"Bern"}',
    ['meta.prompt_template.variables', { city: 'Bern' }],
  ],
  ['llm.prompt_template.version', 'v2', 'meta.prompt_template.version'],
  ['reranker.model_name', 'demo-rerank', 'meta.reranker.model_name'],
  ['reranker.query', 'Sunny?', 'meta.reranker.query'],
  ['reranker.top_k', 3, 'meta.reranker.top_k'],
  ['session.id', 's-1', 'session.id'],
  ['user.id', 'u-1', 'user.id'],
  ['tag.tags', ['a', 'b'], 'meta.tags'],
  ['metadata', '{"tier":"gold"}', ['meta.metadata', { tier: 'gold' }]],
  ['tool.description', 'Tells the weather', 'meta.tool.description'],
  ['tool.json_schema', '{"type":"object"}', ['meta.tool.json_schema', { type: 'object' }]],
  ['tool.name', 'weather', 'meta.tool.name'],
  ['tool.id', 't-1', 'meta.tool.id'],
  ['tool.parameters', '{"city":"Bern"}', ['meta.tool.parameters', { city: 'Bern' }]],
  ['tool_call.id', 'call-1', 'meta.tool_call.id'],
  ['tool_call.function.name', 'weather', 'meta.tool_call.function.name'],
  ['tool_call.function.arguments', '{"city":"Bern"}', 'data.inputs.tool_call.function.arguments'],
  ['document.content', 'Bern is sunny.', 'data.internals.document.content'],
  ['document.id', 'd-1', 'data.internals.document.id'],
  ['document.metadata', '{"page":1}', ['data.internals.document.metadata', { page: 1 }]],
  ['document.score', 0.9, 'data.internals.document.score'],
];

const prefixes: Row[] = [
  ['llm.token_count.prompt', 12, 'metrics.tokens.incremental.prompt'],
  ['llm.token_count.completion', 3, 'metrics.tokens.incremental.completion'],
  ['llm.token_count.prompt_details.cache_read', 8, 'metrics.tokens.incremental.cache_read'],
  ['llm.token_count.prompt_details.cache_write', 8, 'metrics.tokens.incremental.cache_creation'],
  ['llm.token_count.prompt_details.audio', 8, 'metrics.tokens.incremental.prompt_audio'],
  ['llm.token_count.completion_details.reasoning', 8, 'metrics.tokens.incremental.reasoning'],
  ['llm.token_count.completion_details.audio', 8, 'metrics.tokens.incremental.completion_audio'],
  [
    'llm.input_messages.0.message.content',
    'Sunny?',
    ['data.inputs.prompt', [{ content: 'Sunny?' }]],
  ],
  [
    'llm.input_messages.0.message.contents.0.message_content.text',
    'Sunny?',
    ['data.inputs.prompt', [{ contents: [{ message_content: { text: 'Sunny?' } }] }]],
  ],
  [
    'llm.output_messages.0.message.role',
    'assistant',
    ['data.outputs.completion', [{ role: 'assistant' }]],
  ],
  [
    'llm.output_messages.0.message.tool_calls.0.tool_call.function.name',
    'weather',
    ['data.outputs.completion', [{ tool_calls: [{ function: { name: 'weather' } }] }]],
  ],
  [
    'embedding.embeddings.0.embedding.text',
    'Sunny?',
    ['data.inputs.embeddings', [{ embedding: { text: 'Sunny?' } }]],
  ],
  [
    'reranker.input_documents.0.document.id',
    'd-1',
    ['data.inputs.reranker.input_documents', [{ document: { id: 'd-1' } }]],
  ],
  [
    'message.contents.0.message_content.type',
    'text',
    ['data.inputs.message_contents', [{ message_content: { type: 'text' } }]],
  ],
  [
    'reranker.output_documents.0.document.score',
    0.9,
    ['data.outputs.reranker.output_documents', [{ document: { score: 0.9 } }]],
  ],
  [
    'retrieval.documents.0.document.content',
    'Bern is sunny.',
    ['data.outputs.retrieval.documents', [{ document: { content: 'Bern is sunny.' } }]],
  ],
];

const tools: Row[] = [
  [
    'llm.tools.0.tool.json_schema',
    '{"name":"weather"}',
    ['data.inputs.tools', [{ name: 'weather' }]],
  ],
  [
    'llm.tools.0.tool.json_schema',
    { name: 'weather' },
    ['data.inputs.tools', [{ name: 'weather' }]],
  ],
  [
    'llm.tools.0.tool.json_schema',
    '{"name":',
    ['data.inputs.tools', [{ tool: { json_schema: '{"name":' } }]],
  ],
];

const kinds: Row[] = [
  ['openinference.span.kind', 'CHAIN', ['type.span', 'chain']],
  ['openinference.span.kind', 'RETRIEVER', ['type.span', 'query']],
  ['openinference.span.kind', 'RERANKER', ['type.span', 'rerank']],
  ['openinference.span.kind', 'LLM', ['type.span', 'chat']],
  ['openinference.span.kind', 'EMBEDDING', ['type.span', 'embedding']],
  ['openinference.span.kind', 'AGENT', ['type.span', 'agent']],
  ['openinference.span.kind', 'TOOL', ['type.span', 'tool']],
  ['openinference.span.kind', 'GUARDRAIL', ['type.span', 'task']],
  ['openinference.span.kind', 'EVALUATOR', ['type.span', 'task']],
  ['openinference.span.kind', 'Retriever', ['type.span', 'query']],
  ['openinference.span.kind', 'PROMPT', ['type.span', 'task']],
  ['openinference.span.kind', 'UNHEARD', ['type.span', 'task']],
];

describe('the OpenInference adapter', () => {
  it.each([...exact, ...prefixes, ...tools, ...kinds])(
    'maps %s (%j) to %j',
    (source, sent, target) => {
      const [path, mapped] = typeof target === 'string' ? [target, sent] : target;

      expect(agAt(canonicalOtlpSpan({ [source]: sent }), path)).toEqual(mapped);
    },
  );
});
