import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  withoutUndefined,
} from '@spanhouse/span-schema';
import type { Adapter } from './adapter.js';
import { completionKey, promptKey, spanType } from './ag-key.js';
import { listIn, parseEmbeddedJson } from './embedded-json.js';
import type { MappedValues } from './mapped-values.js';
import { rulesOf, toAgKey } from './mapping-table.js';
import { requestMessages, responseMessages } from './messages/body-messages.js';
import { normaliseContents } from './messages/normalise-messages.js';
import { readUsageDetails } from './usage-details.js';

/** Span types for the OpenAI Agents SDK, keyed by the beginning of the message template that Logfire sets. */
const types: readonly (readonly [template: string, type: string])[] = [
  ['Agent run: ', 'agent'],
  ['Function: ', 'tool'],
  ['OpenAI Agents trace: ', 'workflow'],
  ['Turn {turn} for agent ', 'chain'],
];

/**
 * Maps Logfire's additions to the GenAI conventions. Also maps Logfire's spans for the OpenAI Agents SDK, whose inputs
 * and outputs follow no convention. Keeps values that another convention has mapped.
 */
export const logfire: Adapter = {
  name: 'logfire',
  ruleFor: rulesOf({
    exact: { 'operation.cost': 'costs.total' },
    noticed: ['logfire.msg_template', 'request_data', 'response_data'],
  }),
  finish(mapped, { attributes }) {
    mapCachedTokens(mapped, attributes['gen_ai.usage.raw'] ?? attributes['usage']);
    const template = String(attributes['logfire.msg_template']);
    const type = types.find(([beginning]) => template.startsWith(beginning))?.[1];
    if (type !== undefined) {
      mapped.set(spanType, type);
    }
    if (type === 'tool') {
      mapFunction(mapped, attributes);
    } else if (type === 'agent') {
      mapped.set('ag.meta.agent.name', attributes['name']);
    } else if (attributes['gen_ai.system'] !== undefined) {
      mapped.fill(promptKey, conversationIn(attributes['input']));
      mapped.fill(completionKey, conversationIn(attributes['output']));
    }
    mapBodies(mapped, attributes);
  },
};

/** Maps the counts of cached tokens, which are only in the provider's usage object. */
function mapCachedTokens(mapped: MappedValues, sent: JsonValue | undefined): void {
  if (mapped.get(toAgKey('tokens.prompt')) === undefined || sent === undefined) {
    return;
  }
  const { cache_read: read, cache_creation: written } = readUsageDetails(parseEmbeddedJson(sent));
  mapped.set(toAgKey('tokens.cache_read'), read);
  mapped.set(toAgKey('tokens.cache_creation'), written);
}

function mapFunction(mapped: MappedValues, { name, input, output }: JsonObject): void {
  const args = input === undefined ? undefined : parseEmbeddedJson(input);
  mapped.set('ag.data.inputs', withoutUndefined({ name, arguments: args }) as JsonObject);
  mapped.set('ag.data.outputs', output && parseEmbeddedJson(output));
}

/**
 * Maps the messages in the request and response bodies of a call. Older versions of Logfire record bodies instead of
 * messages.
 */
function mapBodies(mapped: MappedValues, attributes: JsonObject): void {
  const request = parseEmbeddedJson(attributes['request_data'] ?? null);
  const response = parseEmbeddedJson(attributes['response_data'] ?? null);
  const text = isJsonObject(response) ? response['combined_chunk_content'] : undefined;
  mapped.fill(promptKey, requestMessages(request));
  const isStream = typeof text === 'string';
  const answer = isStream ? [{ role: 'assistant', content: text }] : responseMessages(response);
  mapped.fill(completionKey, answer);
}

function conversationIn(sent: JsonValue | undefined): JsonValue[] | undefined {
  const messages = listIn(sent);
  const isConversation = messages?.every((item) => isJsonObject(item) && 'role' in item);
  return messages && isConversation ? normaliseContents(messages) : undefined;
}
