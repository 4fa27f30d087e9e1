import { type JsonValue, parseSpanType, type SpanType } from '@spanhouse/span-schema';
import type { KeyRule, ReadValue } from './adapter.js';
import { type AgKey, isAtOrBelow, spanType } from './ag-key.js';

/** A target in the notation of docs/ag-targets.md: a path below `ag`, or the abbreviations `tokens.x` and `node`. */
type Target = string | readonly [target: string, read: ReadValue];

/** The mapping of one convention. docs/ag-targets.md shows the tables of all conventions side by side. */
interface MappingTable {
  /**
   * Targets for complete keys. If several keys of a span have the same target, the key that comes first in this table
   * is used.
   */
  readonly exact?: Readonly<Record<string, Target>>;
  /**
   * Targets for key prefixes. A prefix ends at a dot or at the end of the key. The rest of the key is appended to the
   * target.
   */
  readonly prefix?: Readonly<Record<string, Target>>;
  /** Keys without a target that trigger `finish`. */
  readonly noticed?: readonly string[];
}

/** Returns a function that looks up a key's rule in the table. */
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
    if (found === undefined) {
      return undefined;
    }
    const rest = key.slice(found.text.length);
    return { ...found.rule, target: below(found.rule.target, rest), isInList: index.test(rest) };
  };
}

const index = /^\.\d+(?:\.|$)/;

function below(path: AgKey, rest: string): AgKey {
  return `${path}${rest}` as AgKey;
}

/** Builds the entry `source.name` → `target.name` for each name. */
export function sameNames(
  source: string,
  target: string,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`${source}.${name}`, `${target}.${name}`]));
}

/**
 * Converts a target to a full key. A target is an abbreviation (`tokens.x`, `costs.x` or `node`) or a path below `ag`.
 */
export function toAgKey(target: string): AgKey {
  if (target === 'node') {
    return spanType;
  }
  const metric = /^(tokens|costs)(?=\.|$)/.exec(target)?.[1];
  return metric === undefined
    ? `ag.${target}`
    : `ag.metrics.${metric}.incremental${target.slice(metric.length)}`;
}

function toRule(entry: Target): KeyRule & { target: AgKey } {
  if (typeof entry !== 'string') {
    return { target: toAgKey(entry[0]), read: entry[1] };
  }
  return entry === 'node' ? { target: spanType, read: toSpanType } : { target: toAgKey(entry) };
}

/** Returns the span type that the value names, ignoring case; `undefined` for any other value. */
export function toSpanType(value: JsonValue): SpanType | undefined {
  return spanTypeIn(toNode(value));
}

/** Returns the value if it is a span type, otherwise `undefined`. */
export function spanTypeIn(value: JsonValue | undefined): SpanType | undefined {
  return value === undefined ? undefined : parseSpanType(value);
}

/** Converts a node kind to lower case. A kind that is not a span type is later moved to `ag.unsupported`. */
export function toNode(value: JsonValue): string | undefined {
  return typeof value === 'string' ? value.toLowerCase() : undefined;
}
