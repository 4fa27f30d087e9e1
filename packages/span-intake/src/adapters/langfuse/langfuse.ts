import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  withoutUndefined,
} from '@spanhouse/span-schema';
import type { Adapter, SentData } from '../adapter.js';
import { completionKey, promptKey } from '../ag-key.js';
import { parseEmbeddedJson } from '../embedded-json.js';
import type { MappedValues } from '../mapped-values.js';
import { rulesOf, toAgKey, toSpanType } from '../mapping-table.js';
import { normaliseContents } from '../messages/normalise-messages.js';
import { spreadParameters } from '../spread-parameters.js';
import { readUsageDetails } from '../usage-details.js';

const observation = 'langfuse.observation';

/**
 * Span types for those Langfuse observation types that have a different name here. `span` is not listed, because an
 * observation of this type can have any span type.
 */
const observationTypes: Readonly<Record<string, string>> = {
  generation: 'chat',
  retriever: 'query',
  evaluator: 'task',
  guardrail: 'task',
  event: 'task',
};

/**
 * Maps the attributes of Langfuse's SDKs. The OpenInference adapter maps the session and user if the SDKs send them
 * under OpenInference's keys.
 */
export const langfuse: Adapter = {
  name: 'langfuse',
  ruleFor: rulesOf({
    exact: {
      [`${observation}.type`]: ['node', toNode],
      [`${observation}.model.name`]: 'meta.response.model',
      [`${observation}.model.parameters`]: ['meta.request', parseEmbeddedJson],
      [`${observation}.level`]: 'meta.level',
      [`${observation}.status_message`]: 'meta.status_message',
      [`${observation}.completion_start_time`]: 'meta.response.completion_start_time',
      [`${observation}.prompt.name`]: 'meta.prompt.name',
      [`${observation}.prompt.version`]: 'meta.prompt.version',
      // These targets mark the span as having usage. `finish` maps the remaining counts.
      [`${observation}.usage_details`]: ['tokens.prompt', (sent) => readUsage(sent).prompt],
      [`${observation}.cost_details`]: ['costs.total', (sent) => readCosts(sent)['total']],
      'langfuse.trace.name': 'meta.trace.name',
      'langfuse.trace.tags': 'meta.tags',
      'langfuse.trace.input': ['data.inputs', parseEmbeddedJson],
      'langfuse.trace.output': ['data.outputs', parseEmbeddedJson],
      'langfuse.session.id': 'session.id',
      'langfuse.user.id': 'user.id',
      'langfuse.environment': 'meta.environment',
      'langfuse.release': 'meta.release',
      'langfuse.version': 'meta.version',
    },
    prefix: {
      [`${observation}.metadata`]: ['meta.metadata', parseEmbeddedJson],
      'langfuse.trace.metadata': ['meta.trace.metadata', parseEmbeddedJson],
    },
    noticed: [`${observation}.input`, `${observation}.output`],
  }),
  finish(mapped, sent) {
    spreadParameters(mapped);
    mapUsage(mapped, sent);
    mapInput(mapped, read(sent, 'input'));
    mapOutput(mapped, read(sent, 'output'));
  },
};

function toNode(type: JsonValue): string | undefined {
  return observationTypes[String(type)] ?? toSpanType(type);
}

function read({ attributes }: SentData, name: string): JsonValue | undefined {
  const value = attributes[`${observation}.${name}`];
  return value === undefined ? undefined : parseEmbeddedJson(value);
}

function mapUsage(mapped: MappedValues, { attributes }: SentData): void {
  const usage = readUsage(attributes[`${observation}.usage_details`]);
  const costs = readCosts(attributes[`${observation}.cost_details`]);
  for (const [name, count] of Object.entries(usage)) {
    mapped.set(toAgKey(`tokens.${name}`), count);
  }
  for (const [name, cost] of Object.entries(costs)) {
    mapped.set(toAgKey(`costs.${name}`), cost);
  }
}

function readUsage(sent: JsonValue | undefined) {
  return readUsageDetails(sent === undefined ? undefined : parseEmbeddedJson(sent));
}

/** Reads the costs in dollars that the producer sent. */
function readCosts(sent: JsonValue | undefined): JsonObject {
  const details = sent === undefined ? undefined : parseEmbeddedJson(sent);
  const { input: prompt, output: completion, total } = objectIn(details);
  return withoutUndefined({ prompt, completion, total });
}

/** Maps the input, which can be messages, a request with messages, or any other value. */
function mapInput(mapped: MappedValues, input: JsonValue | undefined): void {
  if (input === undefined || input === null) {
    return;
  }
  const { messages = objectIn(input)['input'], tools } = objectIn(input);
  const conversation = areMessages(input) ? input : messages;
  if (!areMessages(conversation)) {
    mapped.set('ag.data.inputs', input);
    return;
  }
  mapped.set(promptKey, normaliseContents(conversation));
  mapped.set('ag.data.inputs.tools', tools);
}

/** Maps the output, which can be a message, a list of messages, items of the Responses API, or any other value. */
function mapOutput(mapped: MappedValues, output: JsonValue | undefined): void {
  if (output === undefined || output === null || output === '') {
    return;
  }
  const answer = Array.isArray(output) ? output : [toMessage(mapped, output)];
  if (areMessages(answer)) {
    mapped.set(completionKey, normaliseContents(answer));
  } else {
    mapped.set('ag.data.outputs', output);
  }
}

/** Converts a string to a message if the input consists of messages. Streamed answers are strings. */
function toMessage(mapped: MappedValues, output: JsonValue): JsonValue {
  return typeof output === 'string' && mapped.get(promptKey) !== undefined
    ? { role: 'assistant', content: output }
    : output;
}

function areMessages(value: JsonValue | undefined): value is JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every(isMessage);
}

function isMessage(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    (typeof value['role'] === 'string' || /^function_call/.test(String(value['type'])))
  );
}

function objectIn(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
