import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import type { Adapter, ReadValue } from './adapter.js';
import { parseEmbeddedJson } from './embedded-json.js';
import { rulesOf } from './mapping-table.js';

/** Maps OpenLLMetry, the instrumentations of Traceloop. */
export const traceloop: Adapter = {
  name: 'traceloop',
  ruleFor: rulesOf({
    exact: {
      'llm.headers': 'meta.request.headers',
      'llm.is_streaming': 'meta.request.streaming',
      'gen_ai.openai.api_base': 'meta.request.base_url',
      'db.system': 'meta.system',
      'llm.top_k': 'meta.request.top_k',
      'db.vector.query.top_k': 'meta.request.top_k',
      'pinecone.query.top_k': 'meta.request.top_k',
      'llm.request.type': 'node',
      'traceloop.span.kind': 'node',
      'llm.usage.total_tokens': 'tokens.total',
      'traceloop.entity.input': ['data.inputs', memberOf('inputs')],
      'traceloop.entity.output': ['data.outputs', memberOf('outputs')],
    },
    prefix: {
      'gen_ai.prompt': 'data.inputs.prompt',
      'gen_ai.completion': 'data.outputs.completion',
      'llm.request.functions': 'data.inputs.functions',
      'llm.request.tools': 'data.inputs.tools',
    },
  }),
};

/** Reads a member of an object or of the JSON text of an object. */
function memberOf(name: string): ReadValue {
  return (value: JsonValue) => {
    const entity = parseEmbeddedJson(value);
    return isJsonObject(entity) && Object.hasOwn(entity, name) ? entity[name] : undefined;
  };
}
