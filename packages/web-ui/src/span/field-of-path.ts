import type { JsonPath } from '../parts/json-view/json-tree.js';
import type { ShownValue } from '../parts/values/shown-value.js';

type FieldRef = ShownValue['fieldRef'];

/** Members of a span that filters can address directly. */
const fields = new Set([
  'trace_id',
  'span_id',
  'parent_id',
  'trace_type',
  'span_type',
  'span_kind',
  'status_code',
  'span_name',
  'status_message',
  'session_id',
  'user_id',
  'agent_id',
  'trace_state',
]);

/** Returns the filter field for the value at a path in the JSON of the span. */
export function fieldOfPath(path: JsonPath): FieldRef {
  const [first, second, ...rest] = path;
  if (path.some((name) => typeof name === 'number')) {
    return undefined;
  }
  switch (first) {
    case 'attributes':
      return second === undefined
        ? undefined
        : { field: 'attributes', key: path.slice(1).join('.') };
    case 'resource':
    case 'scope':
      return second === 'attributes' ? keyOf(`${first}.attributes`, rest) : scopeField(path);
    default:
      return path.length === 1 && fields.has(String(first)) ? { field: String(first) } : undefined;
  }
}

/**
 * Returns the filter field of a resource or scope attribute. The attribute's key is matched literally, so values nested
 * in the attribute have no filter field.
 */
function keyOf(field: string, path: JsonPath): FieldRef {
  return path.length === 1 ? { field, key: String(path[0]) } : undefined;
}

function scopeField([first, second, ...rest]: JsonPath): FieldRef {
  const isKnown = first === 'scope' && (second === 'name' || second === 'version');
  return isKnown && rest.length === 0 ? { field: `scope_${second}` } : undefined;
}
