import type { JsonValue } from '@spanhouse/span-schema';
import { parseInnerJson } from '@spanhouse/span-schema';

const jsonMark = '@ag.type=json:';
const noneMark = '@ag.type=none:';
const encodedGroup =
  /^ag\.(?:data|metrics|flags|tags|meta|references|refs|type|session|user|agent)(?:\.|$)/;

/**
 * Decodes an `ag.*` string that is marked as JSON; returns any other string unchanged. OTLP attributes cannot contain
 * null or a nested empty list, so SDKs send such values as marked JSON strings (see docs/api/otlp.md).
 */
export function decodeAgValue(key: string, text: string): JsonValue {
  return text.startsWith('@ag.type=') && encodedGroup.test(key) ? decodeMarked(text) : text;
}

function decodeMarked(text: string): JsonValue {
  if (text === noneMark) {
    return null;
  }
  const parsed = text.startsWith(jsonMark)
    ? parseInnerJson(text.slice(jsonMark.length))
    : undefined;
  return parsed?.status === 'parsed' ? parsed.value : text;
}
