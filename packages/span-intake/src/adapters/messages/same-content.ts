import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import { parseEmbeddedJson } from '../embedded-json.js';

/**
 * Maximum number of texts that are compared. It is enough for a conversation. A value with more texts counts as
 * different.
 */
const MOST_TEXTS = 4096;
const DEEPEST = 32;
/**
 * Minimum length of a text that may be part of a shown text. A shorter text could occur in another text by chance, so
 * it must equal a shown text.
 */
const SHORTEST_PART = 12;

/** Members that name or count things; they contain no content. */
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

/** Members of requests and responses that contain content. All other members are parameters. */
const contents = new Set([
  ...['content', 'contents', 'text', 'parts', 'arguments', 'args', 'input', 'output', 'prompt'],
  ...['query', 'thinking', 'reasoning', 'response', 'result', 'system', 'instructions'],
  ...['system_instruction', 'answer', 'question', 'value', 'completion', 'documents', 'texts'],
]);

/**
 * Reports whether the shown values contain the whole content of a raw value. A `call` is the body of a request to a
 * model, or the body of its response. Its parameters are ignored, because they are shown elsewhere.
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

/** Collects the trimmed texts in a value. JSON in a text is searched as well. */
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

  /** Reports whether the texts below a member count as content. */
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
