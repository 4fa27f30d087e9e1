import type { JsonValue } from '@spanhouse/span-schema';
import type { KeyRule, ReadValue } from './adapter.js';
import { type AgKey, isAtOrBelow, SPAN_TYPE } from './ag-key.js';

/** A target as the API contract writes it ("Mapping to ag"): below `ag`, `tokens.x` and `node` abbreviated. */
type Target = string | readonly [target: string, read: ReadValue];

interface MappingTable {
  /** By whole key. Of several keys with one target the first listed that a span has counts. */
  readonly exact?: Readonly<Record<string, Target>>;
  /** By the beginning of a key, up to a dot or its end: the rest of the key is appended to the target. */
  readonly prefix?: Readonly<Record<string, Target>>;
  /** Keys that map to nothing by themselves, but bring `finish` about. */
  readonly noticed?: readonly string[];
}

/** The rule a key has by a table. */
export function rulesOf({ exact = {}, prefix = {}, noticed = [] }: MappingTable) {
  const byKey = new Map<string, KeyRule>(noticed.map((key) => [key, { target: undefined }]));
  const sources = new Map<AgKey, string[]>();
  for (const [key, entry] of Object.entries(exact)) {
    const rule = toRule(entry);
    const preferred = sources.get(rule.target) ?? [];
    byKey.set(key, { ...rule, yieldsTo: [...preferred] });
    sources.set(rule.target, [...preferred, key]);
  }
  const byPrefix = Object.entries(prefix).map(([text, entry]) => ({ text, rule: toRule(entry) }));

  return (key: string): KeyRule | undefined => {
    const rule = byKey.get(key);
    if (rule !== undefined) {
      return rule;
    }
    const found = byPrefix.find(({ text }) => isAtOrBelow(key, text));
    return (
      found && { ...found.rule, target: below(found.rule.target, key.slice(found.text.length)) }
    );
  };
}

function below(path: AgKey, rest: string): AgKey {
  return `${path}${rest}` as AgKey;
}

/** Entries `source.name` → `target.name`. */
export function sameNames(
  source: string,
  target: string,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`${source}.${name}`, `${target}.${name}`]));
}

export function toAgKey(target: string): AgKey {
  if (target === 'node') {
    return SPAN_TYPE;
  }
  return target === 'tokens' || target.startsWith('tokens.')
    ? `ag.metrics.tokens.incremental${target.slice('tokens'.length)}`
    : `ag.${target}`;
}

function toRule(entry: Target): KeyRule & { target: AgKey } {
  if (typeof entry !== 'string') {
    return { target: toAgKey(entry[0]), read: entry[1] };
  }
  return entry === 'node' ? { target: SPAN_TYPE, read: toNode } : { target: toAgKey(entry) };
}

/** Whether it is a span type is left to canonicalisation, which keeps what is none. */
export function toNode(value: JsonValue): string | undefined {
  return typeof value === 'string' ? value.toLowerCase() : undefined;
}
