import { itMaps } from '../../testing/mapped-ag.js';

describe('the OpenInference adapter', () => {
  itMaps([
    ['input.value', 'Sunny?', ['data.inputs', { value: 'Sunny?' }]],
    ['llm.invocation_parameters', 'none', 'meta.request.parameters'],
    [
      'llm.function_call',
      '{"name":"weather"}',
      ['data.outputs.function_call', { name: 'weather' }],
    ],
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
    ['reranker.model_name', 'demo-rerank', 'meta.reranker.model_name'],
    ['reranker.query', 'Sunny?', 'meta.reranker.query'],
    ['reranker.top_k', 3, 'meta.reranker.top_k'],
    ['tool.json_schema', '{"type":"object"}', ['meta.tool.json_schema', { type: 'object' }]],
    ['tool.id', 't-1', 'meta.tool.id'],
    ['tool_call.id', 'call-1', 'meta.tool_call.id'],
    ['tool_call.function.name', 'weather', 'meta.tool_call.function.name'],
    ['tool_call.function.arguments', '{"a":1}', 'data.inputs.tool_call.function.arguments'],
    ['document.content', 'Bern is sunny.', 'data.internals.document.content'],
    ['document.id', 'd-1', 'data.internals.document.id'],
    ['document.metadata', '{"page":1}', ['data.internals.document.metadata', { page: 1 }]],
    ['document.score', 0.9, 'data.internals.document.score'],
  ]);

  itMaps([
    ['llm.token_count.prompt_details.cache_write', 8, 'metrics.tokens.incremental.cache_creation'],
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
      'llm.tools.0.tool.json_schema',
      { name: 'weather' },
      ['data.inputs.tools', [{ name: 'weather' }]],
    ],
    [
      'llm.tools.0.tool.json_schema',
      '{"name":',
      ['data.inputs.tools', [{ tool: { json_schema: '{"name":' } }]],
    ],
  ]);

  itMaps([
    ['openinference.span.kind', 'RERANKER', ['type.span', 'rerank']],
    ['openinference.span.kind', 'LLM', ['type.span', 'chat']],
    ['openinference.span.kind', 'EMBEDDING', ['type.span', 'embedding']],
    ['openinference.span.kind', 'GUARDRAIL', ['type.span', 'task']],
    ['openinference.span.kind', 'EVALUATOR', ['type.span', 'task']],
    ['openinference.span.kind', 'Retriever', ['type.span', 'query']],
    ['openinference.span.kind', 'PROMPT', ['type.span', 'task']],
    ['openinference.span.kind', 'UNHEARD', ['type.span', 'task']],
  ]);
});
