import { isJsonObject, type JsonObject, type JsonValue, setMember } from '@spanhouse/span-schema';
import { isEmpty } from '../ag-parts.js';
import type { Adapter } from './adapter.js';
import { type AgKey, isAtOrBelow, SPAN_TYPE } from './ag-key.js';
import type { MappedValues } from './mapped-values.js';
import { toNode } from './mapping-table.js';

/** Former names and the paths they stand for now; everything below a name goes with it. */
const RENAMED: readonly (readonly [former: string, name: AgKey])[] = [
  ['ag.type.node', SPAN_TYPE],
  ['ag.metrics.unit.tokens', 'ag.metrics.tokens.incremental'],
  ['ag.metrics.unit.costs', 'ag.metrics.costs.incremental'],
  ['ag.metrics.acc.tokens', 'ag.metrics.tokens.cumulative'],
  ['ag.metrics.acc.costs', 'ag.metrics.costs.cumulative'],
  ['ag.references.variant.id', 'ag.references.application_variant.id'],
  ['ag.references.variant.slug', 'ag.references.application_variant.slug'],
  ['ag.references.variant.version', 'ag.references.application_revision.version'],
  ['ag.references.environment.version', 'ag.references.environment_revision.version'],
];
/** Computed from the times, whatever is sent. */
const IGNORED = 'ag.metrics.acc.duration.total';
const ALIAS = 'ag.refs.';
const ALIASED = 'ag.references.';
/** Paths that lead to a former name: an object there may hold some. */
const LEADING = leadingTo([...RENAMED.map(([former]) => former), IGNORED, `${ALIAS}*`]);

/** A producer's own `ag.*`: only former names need mapping. They give way to what they stand for. */
export const nativeAg: Adapter = {
  name: 'native_ag',
  ruleFor(key) {
    const isFormer = key.startsWith(ALIAS) || newNameOf(key) !== undefined;
    return isFormer || key === IGNORED || LEADING.has(key) ? { target: undefined } : undefined;
  },
  finish(mapped, attributes) {
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
  /** Two former names may stand for one path. */
  readonly taken: Set<AgKey>;
}

/** What is left at `key` once all that has a new name has gone there; `undefined` when that is nothing. */
function renamed(renaming: Renaming, key: string, value: JsonValue): JsonValue | undefined {
  if (LEADING.has(key) && isJsonObject(value)) {
    return renamedMembers(renaming, key, value);
  }
  if (key === IGNORED) {
    return undefined;
  }
  const name = newNameOf(key);
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

/** Stays where it is, and so ends in `ag.unsupported`, when the producer uses the new name as well. */
function move({ mapped, attributes, taken }: Renaming, name: AgKey, value: JsonValue): boolean {
  const target = name === SPAN_TYPE ? toNode(value) : value;
  if (target === undefined || attributes[name] !== undefined || taken.has(name)) {
    return false;
  }
  taken.add(name);
  mapped.set(name, target);
  return true;
}

function newNameOf(key: string): AgKey | undefined {
  const isAlias = key.startsWith(ALIAS);
  const path = isAlias ? `${ALIASED}${key.slice(ALIAS.length)}` : key;
  for (const [former, name] of RENAMED) {
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
