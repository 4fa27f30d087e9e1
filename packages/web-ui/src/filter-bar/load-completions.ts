import type { AttributeKeysAnswer, AttributeValuesAnswer } from '@spanhouse/span-schema/api';
import { aggregate } from '../api/aggregate.js';
import { call } from '../api/call.js';
import type { Bounds } from '../url/time-window.js';
import { type Completion, writeValue } from './completion.js';
import { knownNames, readText } from './filter-names.js';
import type { FieldRef } from './toggle-condition.js';

/** A suggestion that completes the word at the caret. */
export interface Suggestion {
  /** Text that replaces the word at the caret. */
  readonly text: string;
  /** Number of spans that have the key or value, if known. */
  readonly count?: number;
}

/** Maximum number of keys or values that one request returns. */
export const MAX_COMPLETIONS = 50;

/** The time range of a search for keys and values, and the signal that cancels the search. */
export interface CompletionSearch {
  readonly bounds: Bounds;
  readonly signal: AbortSignal;
}

const enumerations: Readonly<Record<string, readonly string[]>> = {
  status: ['error', 'ok', 'unset'],
  kind: ['server', 'client', 'producer', 'consumer', 'internal', 'unspecified'],
  is: ['root'],
  parent: ['none'],
};

/** Fields for which the most frequent values can be requested. */
const fields: readonly string[] = ['span_type', 'service_name', 'span_name'];

/** Prefixes of attribute names, each with the API's name for the attributes' source. */
const sources = [
  ['.', 'attributes'],
  ['resource.', 'resource'],
  ['scope.', 'scope'],
  ['event.', 'events'],
] as const;

/** Returns true if a string can be the beginning of an attribute name. */
export function isAttributeName(text: string): boolean {
  return sources.some(([start]) => text.startsWith(start));
}

/** Returns true if one request can return all values of a name, regardless of the typed prefix. */
export function hasFewValues(name: string): boolean {
  return fields.includes(fieldRefOf(name)?.field ?? '');
}

/** Requests the keys or values that match a completion. */
export function loadCompletions(
  { kind, name, prefix }: Completion,
  search: CompletionSearch,
): Promise<readonly Suggestion[]> {
  if (kind === 'key') {
    return keysBeginning(prefix, search);
  }
  if (enumerations[name] !== undefined) {
    return Promise.resolve(enumerations[name].map((text) => ({ text })));
  }
  const { field, key } = fieldRefOf(name) ?? {};
  if (field !== undefined && fields.includes(field)) {
    return valuesOfField(field, search);
  }
  return valuesOfKey(key === undefined ? name : `.${key}`, prefix, search);
}

/** Returns the first field of a name. Returns undefined if the name's values are neither strings nor ids. */
function fieldRefOf(name: string): FieldRef | undefined {
  const known = Object.hasOwn(knownNames, name) ? knownNames[name] : undefined;
  return known?.read === readText ? known.fieldRefs[0] : undefined;
}

/** Characters that end a name. A key that contains one of them cannot be used in a filter. */
const endOfName = /[\s():~^$<>]/;

/** Returns the most frequent attribute names that begin with a prefix such as `.customer` or `resource.`. */
export async function keysBeginning(
  typed: string,
  { bounds, signal }: CompletionSearch,
): Promise<readonly Suggestion[]> {
  const [start, source] = sourceOf(typed) ?? sources[0];
  const prefix = typed.slice(start.length);
  const query = queryOf({ source, prefix, ...bounds });
  const { keys: found } = await call<AttributeKeysAnswer>(`/attributes/keys?${query}`, { signal });
  return found
    .filter(({ key }) => !endOfName.test(key))
    .map(({ key, count }) => ({ text: `${start}${key}`, count }));
}

async function valuesOfKey(
  name: string,
  prefix: string,
  { bounds, signal }: CompletionSearch,
): Promise<readonly Suggestion[]> {
  const [start = '', source] = sourceOf(name) ?? [];
  if (source === undefined) {
    return [];
  }
  const query = queryOf({ source, key: name.slice(start.length), prefix, ...bounds });
  const { values } = await call<AttributeValuesAnswer>(`/attributes/values?${query}`, { signal });
  return values.map(({ value, count }) => ({ text: writeValue(value), count }));
}

function sourceOf(name: string) {
  return sources.find(([start]) => name.startsWith(start));
}

function queryOf(parameters: Readonly<Record<string, string>>): URLSearchParams {
  return new URLSearchParams({ ...parameters, limit: String(MAX_COMPLETIONS) });
}

async function valuesOfField(
  field: string,
  { bounds, signal }: CompletionSearch,
): Promise<readonly Suggestion[]> {
  const { facets = [] } = await aggregate(
    { facets: [{ field }], measures: ['count'], limit: MAX_COMPLETIONS, windowing: bounds },
    signal,
  );
  const values = facets[0]?.values ?? [];
  return values.map(({ value, count }) => ({ text: writeValue(String(value)), count }));
}
