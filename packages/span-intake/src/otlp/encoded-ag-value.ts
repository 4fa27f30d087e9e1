import type { JsonValue } from '@spanhouse/span-schema';
import { parseJsonText } from '../parse-json-text.js';

const JSON_MARK = '@ag.type=json:';
const NONE_MARK = '@ag.type=none:';
const ENCODED_GROUP =
  /^ag\.(?:data|metrics|flags|tags|meta|references|refs|type|session|user|agent)(?:\.|$)/;

/** OTLP attributes hold no null and no nested empty list, so SDKs send such `ag.*` values as marked JSON text. */
export function decodeAgValue(key: string, text: string): JsonValue {
  if (text.startsWith('@ag.type=') && ENCODED_GROUP.test(key)) {
    return decodeMarked(text);
  }
  return text;
}

function decodeMarked(text: string): JsonValue {
  if (text === NONE_MARK) {
    return null;
  }
  if (!text.startsWith(JSON_MARK)) {
    return text;
  }
  const parsed = parseJsonText(text.slice(JSON_MARK.length));
  return parsed.status === 'parsed' ? parsed.value : text;
}
