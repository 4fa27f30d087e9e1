import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type SpanMetrics,
  type SpanType,
  setMember,
} from '@spanhouse/span-schema';
import { keepLoser, mergeValue, ownMember, pathBelow } from './merge-values.js';

/** The recognised groups of `ag` while `ag` is being read. A group is `undefined` if it is absent or empty. */
export interface AgParts {
  span_type: SpanType | undefined;
  metrics: SpanMetrics;
  data: JsonObject | undefined;
  references: JsonObject | undefined;
  session: JsonObject | undefined;
  user: JsonObject | undefined;
  agent: JsonObject | undefined;
  flags: JsonObject | undefined;
  tags: JsonObject | undefined;
  meta: JsonObject | undefined;
  exception: JsonObject | undefined;
  selector: JsonObject | undefined;
  unsupported: JsonObject | undefined;
}

/** The path of a value below `ag`. */
export type AgPath = readonly string[];

/** Creates an `AgParts` object without any groups. */
export function createAgParts(): AgParts {
  return {
    span_type: undefined,
    metrics: { duration: {}, errors: {}, tokens: {}, costs: {} },
    data: undefined,
    references: undefined,
    session: undefined,
    user: undefined,
    agent: undefined,
    flags: undefined,
    tags: undefined,
    meta: undefined,
    exception: undefined,
    selector: undefined,
    unsupported: undefined,
  };
}

/** Moves an invalid value to the same path below `ag.unsupported`. No value is ever dropped. */
export function moveAside(parts: AgParts, path: AgPath, value: JsonValue): void {
  parts.unsupported ??= {};
  const { unsupported } = parts;
  let node = unsupported;
  const last = path.length - 1;
  for (const key of path.slice(0, last)) {
    const child = ownMember(node, key);
    if (child === undefined) {
      const made: JsonObject = {};
      setMember(node, key, made);
      node = made;
    } else if (isJsonObject(child)) {
      node = child;
    } else {
      keepLoser(unsupported, textOf(path), value);
      return;
    }
  }
  putLeaf(unsupported, node, { path, value });
}

function putLeaf(
  unsupported: JsonObject,
  node: JsonObject,
  { path, value }: { path: AgPath; value: JsonValue },
): void {
  const key = path.at(-1) ?? '';
  const existing = ownMember(node, key);
  if (existing === undefined) {
    setMember(node, key, value);
  } else {
    mergeValue(existing, { path: textOf(path), value }, (text, loser) =>
      keepLoser(unsupported, text, loser),
    );
  }
}

function textOf(path: AgPath): string {
  return path.reduce(pathBelow, 'ag');
}

export function isEmpty(object: JsonObject): boolean {
  for (const _key in object) {
    return false;
  }
  return true;
}

/** Returns a group or member that must be an object. Moves any other value aside, and treats null as absent. */
export function objectOrAside(
  parts: AgParts,
  path: AgPath,
  value: JsonValue,
): JsonObject | undefined {
  if (isJsonObject(value)) {
    return value;
  }
  if (value !== null) {
    moveAside(parts, path, value);
  }
  return undefined;
}
