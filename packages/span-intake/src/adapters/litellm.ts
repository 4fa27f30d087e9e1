import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import type { Adapter } from './adapter.js';
import { completionKey } from './ag-key.js';
import { rulesOf } from './mapping-table.js';

/**
 * Maps LiteLLM's tool calls. LiteLLM sends them in an OpenLLMetry attribute, in addition to an answer that does not
 * contain them.
 */
export const litellm: Adapter = {
  name: 'litellm',
  ruleFor: rulesOf({ noticed: ['litellm.call_id'] }),
  finish(mapped, { attributes }) {
    const completion = mapped.get(completionKey);
    const message =
      Array.isArray(completion) && completion.length === 1 ? completion[0] : undefined;
    const calls = callsIn(attributes);
    if (isJsonObject(message) && message['tool_calls'] === undefined && calls.length > 0) {
      mapped.set(completionKey, [{ ...message, tool_calls: calls }]);
    }
  },
};

function callsIn(attributes: Readonly<JsonObject>): JsonValue[] {
  const calls: JsonValue[] = [];
  for (let at = 0; ; at++) {
    const call = `gen_ai.completion.${at}.function_call`;
    const name = attributes[`${call}.name`];
    if (name === undefined) {
      return calls;
    }
    const args = attributes[`${call}.arguments`] ?? null;
    calls.push({ type: 'function', function: { name, arguments: args } });
  }
}
