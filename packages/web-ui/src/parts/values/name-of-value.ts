import type { Json } from '../../api/shown-span.js';
import { writeJson } from './write-json.js';

const prefix = /^(?:STATUS_CODE|SPAN_KIND)_/;

/** Returns the display name of a value: enumerations without their common prefix, and a blank text in words. */
export function nameOfValue(value: Json): string {
  const text = typeof value === 'string' ? value : writeJson(value);
  if (text.trim() === '') {
    return '(blank)';
  }
  return prefix.test(text) ? text.replace(prefix, '').toLowerCase() : text;
}
