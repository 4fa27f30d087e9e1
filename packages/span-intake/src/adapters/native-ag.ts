import { isJsonObject, type JsonObject, type JsonValue, setMember } from '@spanhouse/span-schema';
import { isEmpty } from '../ag/ag-parts.js';
import type { Adapter } from './adapter.js';
import { type AgKey, isAtOrBelow, spanType } from './ag-key.js';
import type { MappedValues } from './mapped-values.js';
import { toNode } from './mapping-table.js';

/** Former names and the current paths that replace them. Values below a former name are moved too. */
const renamedKeys: readonly (readonly [former: string, name: AgKey])[] = [
  ['ag.type.node', spanType],
  ['ag.metrics.unit.tokens', 'ag.metrics.tokens.incremental'],
  ['ag.metrics.unit.costs', 'ag.metrics.costs.incremental'],
  ['ag.metrics.acc.tokens', 'ag.metrics.tokens.cumulative'],
  ['ag.metrics.acc.costs', 'ag.metrics.costs.cumulative'],
  ['ag.references.variant.id', 'ag.references.application_variant.id'],
  ['ag.references.variant.slug', 'ag.references.application_variant.slug'],
  ['ag.references.variant.version', 'ag.references.application_revision.version'],
  ['ag.references.environment.version', 'ag.references.environment_revision.version'],
];
/** A former name that is ignored, because the duration is calculated from the span's times. */
const ignored = 'ag.metrics.acc.duration.total';
const alias = 'ag.refs.';
const aliased = 'ag.references.';
/** Paths above a former name. An object at such a path may contain former names. */
const leading = leadingTo([...renamedKeys.map(([former]) => former), ignored, `${alias}*`]);

/**
 * Maps former names of a producer's own `ag.*` keys to the current names. If a span has both names, the current name
 * has priority.
 */
export const nativeAg: Adapter = {
  name: 'native_ag',
  ruleFor(key) {
    const isFormer = key.startsWith(alias) || renamedKey(key) !== undefined;
    return isFormer || key === ignored || leading.has(key) ? { target: undefined } : undefined;
  },
  finish(mapped, { attributes }) {
    const renaming: Renaming = { mapped, attributes, taken: new Set() };
    for (const key in attributes) {
      const value = attributes[key] as JsonValue;
      const rest = isAtOrBelow(key, 'ag') ? renamed(renaming, key, value) : value;
      if (rest !== value) {
        mapped.removeSource(key);
      }
      if (rest !== value && rest !== undefined) {
        mapped.set(key as AgKey, rest);
      }
    }
  },
};

interface Renaming {
  readonly mapped: MappedValues;
  readonly attributes: Readonly<JsonObject>;
  /**
   * The current paths that already have a value. Two former names can have the same current path; only the first value
   * is moved there.
   */
  readonly taken: Set<AgKey>;
}

/**
 * Moves those members of the value at `key` that have former names, and returns the rest of the value; `undefined` if
 * no member remains.
 */
function renamed(renaming: Renaming, key: string, value: JsonValue): JsonValue | undefined {
  if (leading.has(key) && isJsonObject(value)) {
    return renamedMembers(renaming, key, value);
  }
  if (key === ignored) {
    return undefined;
  }
  const name = renamedKey(key);
  return name !== undefined && move(renaming, name, value) ? undefined : value;
}

function renamedMembers(
  renaming: Renaming,
  key: string,
  object: JsonObject,
): JsonValue | undefined {
  const rest: JsonObject = {};
  let isChanged = false;
  for (const member of Object.keys(object)) {
    const value = object[member] as JsonValue;
    const kept = member.includes('.') ? value : renamed(renaming, `${key}.${member}`, value);
    isChanged ||= kept !== value;
    if (kept !== undefined) {
      setMember(rest, member, kept);
    }
  }
  if (!isChanged) {
    return object;
  }
  return isEmpty(rest) ? undefined : rest;
}

/**
 * Moves a value to its current name and returns whether it was moved. If the producer also uses the current name, the
 * value is not moved, and canonicalisation later moves it to `ag.unsupported`.
 */
function move({ mapped, attributes, taken }: Renaming, name: AgKey, value: JsonValue): boolean {
  const target = name === spanType ? toNode(value) : value;
  if (target === undefined || attributes[name] !== undefined || taken.has(name)) {
    return false;
  }
  taken.add(name);
  mapped.set(name, target);
  return true;
}

function renamedKey(key: string): AgKey | undefined {
  const isAlias = key.startsWith(alias);
  const path = isAlias ? `${aliased}${key.slice(alias.length)}` : key;
  for (const [former, name] of renamedKeys) {
    if (isAtOrBelow(path, former)) {
      return `${name}${path.slice(former.length)}` as AgKey;
    }
  }
  return isAlias ? (path as AgKey) : undefined;
}

function leadingTo(keys: readonly string[]): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const key of keys) {
    for (let end = key.lastIndexOf('.'); end !== -1; end = key.lastIndexOf('.', end - 1)) {
      const path = key.slice(0, end);
      paths.add(path);
      paths.add(path.replace(/^ag\.references\b/, 'ag.refs'));
    }
  }
  return paths;
}
