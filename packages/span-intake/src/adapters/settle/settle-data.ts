import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type SpanType,
} from '@spanhouse/span-schema';
import { type AgKey, completionKey, isAtOrBelow, promptKey, spanType } from '../ag-key.js';
import { parseEmbeddedJson } from '../embedded-json.js';
import type { MappedValues } from '../mapped-values.js';

const inputs: AgKey = 'ag.data.inputs';
const outputs: AgKey = 'ag.data.outputs';

/**
 * Resolves collisions between a value for the whole of `inputs` or `outputs` and values for single members. The members
 * win.
 *
 * - A whole value that adds no content to the members is dropped.
 * - Any other whole value is merged with the members if it is an object, there are no messages, and no names collide.
 *   Otherwise, it is stored under `raw`.
 * - An input that is not an object becomes `{value}` if there are no members.
 */
export function settleData(mapped: MappedValues, attributes: Readonly<JsonObject>): void {
  const input = mapped.get(inputs);
  if (input !== undefined) {
    settleWhole(mapped, attributes, { slot: inputs, messages: promptKey, whole: objectIn(input) });
  }
  const output = mapped.get(outputs);
  if (output !== undefined) {
    settleWhole(mapped, attributes, { slot: outputs, messages: completionKey, whole: output });
  }
}

interface Slot {
  readonly slot: AgKey;
  readonly messages: AgKey;
  /** The value that was mapped to the slot itself. */
  readonly whole: JsonValue;
}

function settleWhole(
  mapped: MappedValues,
  attributes: Readonly<JsonObject>,
  { slot, messages, whole }: Slot,
): void {
  if (isTaken(attributes, slot)) {
    mapped.delete(slot);
    return;
  }
  const members = membersOf(mapped, slot);
  if (members === undefined) {
    mapped.set(slot, slot === outputs || isJsonObject(whole) ? whole : { value: whole });
    return;
  }
  mapped.delete(slot);
  const type = mapped.get(spanType);
  const kind = type === 'chat' || type === 'completion' ? 'call' : 'other';
  const raw = parseEmbeddedJson(whole);
  if (isBlank(raw) || hasSameContent(raw, members, kind)) {
    return;
  }
  const isJoinable =
    !mapped.hasAtOrBelow(messages) && isJsonObject(whole) && areApart(whole, members);
  mapped.set(isJoinable ? slot : (`${slot}.raw` as AgKey), whole);
}

/** Reports whether the producer sent its own `ag` values in a slot. The producer's values win. */
function isTaken(attributes: Readonly<JsonObject>, slot: AgKey): boolean {
  for (const key in attributes) {
    if (isAtOrBelow(key, slot)) {
      return true;
    }
  }
  return false;
}

/** Returns the values below a slot, keyed by their paths relative to the slot. */
function membersOf(mapped: MappedValues, slot: AgKey): JsonObject | undefined {
  let members: JsonObject | undefined;
  for (const [rest, value] of mapped.below(slot)) {
    members ??= {};
    members[rest] = value;
  }
  return members;
}

/** Reports whether the object and the mapped members have no names in common. */
function areApart(whole: JsonObject, members: JsonObject): boolean {
  return Object.keys(members).every(
    (path) => !Object.hasOwn(whole, path.split('.', 1)[0] as string),
  );
}

function isBlank(value: JsonValue): boolean {
  return value === null || value === '';
}

/** Returns the object in a JSON string; any other value is returned unchanged. */
function objectIn(value: JsonValue): JsonValue {
  const parsed = parseEmbeddedJson(value);
  return isJsonObject(parsed) ? parsed : value;
}

const promptTokens: AgKey = 'ag.metrics.tokens.incremental.prompt';
const completionTokens: AgKey = 'ag.metrics.tokens.incremental.completion';
const models: readonly AgKey[] = ['ag.meta.request.model', 'ag.meta.response.model'];
const toolArguments: readonly AgKey[] = [
  'ag.meta.tool_arguments',
  'ag.meta.tool.call.arguments',
  'ag.data.inputs.arguments',
  'ag.data.inputs.args',
];

/** Infers a span's type from its data if no attribute states the type. */
export function settleType(mapped: MappedValues): void {
  const sent = mapped.get(spanType);
  if (sent === undefined || sent === 'unknown') {
    mapped.set(spanType, recognise(mapped));
  }
}

function recognise(mapped: MappedValues): SpanType | undefined {
  if (hasVectors(mapped) || isEmbeddingCall(mapped)) {
    return 'embedding';
  }
  const isTool =
    mapped.get('ag.meta.tool.name') !== undefined ||
    mapped.get('ag.data.inputs.name') !== undefined;
  if (isTool && toolArguments.some((key) => mapped.hasAtOrBelow(key))) {
    return 'tool';
  }
  if (mapped.get('ag.meta.final_result') ?? mapped.get('ag.meta.agent_name')) {
    return 'agent';
  }
  const hasMessages =
    Array.isArray(mapped.get(completionKey)) || Array.isArray(mapped.get(promptKey));
  return hasMessages || isPositive(mapped.get(completionTokens)) ? 'chat' : undefined;
}

function hasVectors(mapped: MappedValues): boolean {
  return (
    mapped.get('ag.data.outputs.embedding.vector') !== undefined ||
    mapped.get('ag.data.outputs.embedding') !== undefined ||
    mapped.get('ag.data.outputs.embeddings') !== undefined ||
    (mapped.hasLists && mapped.hasAtOrBelow('ag.data.inputs.embeddings'))
  );
}

/** Reports whether the span has only input tokens and the name of its model indicates embeddings. */
function isEmbeddingCall(mapped: MappedValues): boolean {
  return (
    mapped.hasMetrics &&
    isPositive(mapped.get(promptTokens)) &&
    !isPositive(mapped.get(completionTokens)) &&
    models.some((key) => isEmbeddingModel(mapped.get(key)))
  );
}

function isEmbeddingModel(name: JsonValue | undefined): boolean {
  return typeof name === 'string' && /embed/i.test(name);
}

function isPositive(count: JsonValue | undefined): boolean {
  return typeof count !== 'object' && Number(count) > 0;
}

/**
 * Maximum number of strings to compare, which is enough for a conversation. A value with more strings is treated as
 * different.
 */
const MOST_TEXTS = 4096;
const DEEPEST = 32;
/**
 * Minimum length of a raw string that may be a part of a shown string. A shorter string must equal a shown string,
 * because it could occur inside one by chance.
 */
const SHORTEST_PART = 12;

/** Members whose values are names, counts or other labels, not content. */
const labels = new Set([
  ...['id', 'type', 'role', 'name', 'model', 'object', 'status', 'index', 'class_name', 'lc'],
  ...['model_name', 'model_version', 'response_id', 'finish_reason', 'stop_reason', 'mime_type'],
  ...['tool_call_id', 'tool_use_id', 'call_id', 'service_tier', 'system_fingerprint', 'author'],
  ...[
    'response_metadata',
    'usage_metadata',
    'usage',
    'sdk_http_response',
    'metadata',
    'message_id',
  ],
]);

/** Names of content members in requests and responses. All other members are treated as parameters. */
const contents = new Set([
  ...['content', 'contents', 'text', 'parts', 'arguments', 'args', 'input', 'output', 'prompt'],
  ...['query', 'thinking', 'reasoning', 'response', 'result', 'system', 'instructions'],
  ...['system_instruction', 'answer', 'question', 'value', 'completion', 'documents', 'texts'],
]);

/**
 * Returns whether the shown values contain all the content of a raw value. `call` means that the raw value is the
 * request or response body of a model call. Parameters in such a body are ignored, because they are shown elsewhere.
 */
export function hasSameContent(raw: JsonValue, shown: JsonValue, kind: 'call' | 'other'): boolean {
  const rawTexts = new TextCollector(kind === 'call' ? 'contents' : 'all');
  const shownTexts = new TextCollector('every');
  rawTexts.collect(raw, true, 0);
  shownTexts.collect(shown, true, 0);
  if (rawTexts.isFull || shownTexts.isFull) {
    return false;
  }
  if (rawTexts.texts.size === 0) {
    return kind === 'call';
  }
  const joined = [...shownTexts.texts].join('\n');
  for (const text of rawTexts.texts) {
    const isPart = text.length >= SHORTEST_PART && joined.includes(text);
    if (!(isPart || shownTexts.texts.has(text))) {
      return false;
    }
  }
  return true;
}

/** Collects the trimmed strings in a value, including the strings in embedded JSON. */
class TextCollector {
  readonly texts = new Set<string>();
  readonly #of: 'every' | 'all' | 'contents';

  constructor(of: 'every' | 'all' | 'contents') {
    this.#of = of;
  }

  get isFull(): boolean {
    return this.texts.size > MOST_TEXTS;
  }

  collect(value: JsonValue, counts: boolean, depth: number): void {
    if (this.isFull || depth > DEEPEST) {
      return;
    }
    if (typeof value === 'string') {
      this.#collectText(value, counts, depth);
    } else if (Array.isArray(value)) {
      for (const item of value) {
        this.collect(item, counts, depth + 1);
      }
    } else if (isJsonObject(value)) {
      for (const key in value) {
        this.collect(value[key] as JsonValue, this.#counts(key, counts, depth), depth + 1);
      }
    }
  }

  #collectText(text: string, counts: boolean, depth: number): void {
    const parsed = parseEmbeddedJson(text);
    if (typeof parsed === 'object' && parsed !== null) {
      this.collect(parsed, counts, depth + 1);
    } else if (counts && text.trim() !== '') {
      this.texts.add(text.trim());
    }
  }

  /** Returns whether the strings below a member count as content. */
  #counts(key: string, above: boolean, depth: number): boolean {
    switch (this.#of) {
      case 'every':
        return true;
      case 'all':
        return above && !labels.has(key);
      default:
        return contents.has(key) || (above && depth > 0 && !labels.has(key));
    }
  }
}
