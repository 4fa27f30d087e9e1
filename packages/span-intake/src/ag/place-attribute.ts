import { isJsonObject, type JsonObject, type JsonValue, setMember } from '@spanhouse/span-schema';
import type { AttributePath } from './attribute-path.js';
import { mergeValue, ownMember } from './merge-values.js';
import { takeArray, takeObject, type UnfoldBudget } from './unfold-budget.js';

/** A dotted key that is split into segments, and its value. */
export interface FoldedMember {
  path: AttributePath;
  value: JsonValue;
}

interface Loser {
  path: string;
  value: JsonValue;
}

/** The state of unfolding one set of attributes, without the placed values themselves. */
export interface Placement {
  budget: UnfoldBudget;
  /** The values whose position is occupied by another value. */
  losers: Loser[] | undefined;
  /**
   * The arrays with gaps. Gaps are filled with nulls only at the end, because an explicit null and a gap must be
   * distinguishable until then.
   */
  gapped: JsonValue[][] | undefined;
}

/**
 * Places a value at a path and creates missing objects and arrays. A value that does not fit becomes a losing value.
 */
export function placeAttribute(placement: Placement, root: JsonObject, member: FoldedMember): void {
  const isPlaced = member.path.isPlain
    ? placeByKeys(placement, root, member)
    : placeByKeysAndIndexes(placement, root, member);
  if (!isPlaced) {
    lose(placement, member.path.text, member.value);
  }
}

/** Fills the gaps in arrays with nulls. MUST be called after all values have been placed. */
export function fillGaps(placement: Placement): void {
  for (const list of placement.gapped ?? []) {
    for (let index = 0; index < list.length; index++) {
      if (list[index] === undefined) {
        list[index] = null;
      }
    }
  }
}

function lose(placement: Placement, path: string, value: JsonValue): void {
  placement.losers ??= [];
  placement.losers.push({ path, value });
}

function merge(placement: Placement, existing: JsonValue, { path, value }: FoldedMember): true {
  mergeValue(existing, { path: path.text, value }, (text, loser) => lose(placement, text, loser));
  return true;
}

function placeByKeys(placement: Placement, root: JsonObject, member: FoldedMember): boolean {
  const { segments } = member.path;
  const last = segments.length - 1;
  let node = root;
  for (let at = 0; at < last; at++) {
    const key = segments[at] as string;
    const child = node[key];
    if (child === undefined) {
      const made: JsonObject = {};
      takeObject(placement.budget);
      node[key] = made;
      node = made;
    } else if (isJsonObject(child)) {
      node = child;
    } else {
      return false;
    }
  }
  const key = segments[last] as string;
  const existing = node[key];
  if (existing !== undefined) {
    return merge(placement, existing, member);
  }
  node[key] = member.value;
  return true;
}

type Container = JsonObject | JsonValue[];

function placeByKeysAndIndexes(
  placement: Placement,
  root: JsonObject,
  member: FoldedMember,
): boolean {
  const { path, value } = member;
  const last = path.segments.length - 1;
  let node: Container = root;
  for (let at = 0; at < last; at++) {
    const child: Container | undefined = openChild(placement, node, { path, at });
    if (child === undefined) {
      return false;
    }
    node = child;
  }
  const existing = childOf(node, path, last);
  return existing === undefined
    ? setChild(placement, node, { path, value, at: last })
    : merge(placement, existing, member);
}

/**
 * Returns the container at a segment and creates it if it is absent. Returns `undefined` if another value occupies the
 * position.
 */
function openChild(
  placement: Placement,
  node: Container,
  { path, at }: { path: AttributePath; at: number },
): Container | undefined {
  const child = childOf(node, path, at);
  if (child !== undefined) {
    return isContainerFor(child, path, at + 1) ? child : undefined;
  }
  const made = path.indexes[at + 1] === -1 ? newObject(placement) : newArray(placement);
  return setChild(placement, node, { path, value: made, at }) ? made : undefined;
}

function newObject({ budget }: Placement): JsonObject {
  takeObject(budget);
  return {};
}

function newArray({ budget }: Placement): JsonValue[] {
  takeArray(budget);
  return [];
}

/**
 * Reports whether a value is the right kind of container for a segment: an array for an index, and an object otherwise.
 */
function isContainerFor(value: JsonValue, path: AttributePath, at: number): value is Container {
  return path.indexes[at] === -1 ? isJsonObject(value) : Array.isArray(value);
}

function childOf(node: Container, path: AttributePath, at: number): JsonValue | undefined {
  if (Array.isArray(node)) {
    return node[path.indexes[at] ?? 0];
  }
  return ownMember(node, path.segments[at] as string);
}

function setChild(
  placement: Placement,
  node: Container,
  { path, value, at }: FoldedMember & { at: number },
): boolean {
  if (!Array.isArray(node)) {
    setMember(node, path.segments[at] as string, value);
    return true;
  }
  const index = path.indexes[at] ?? 0;
  if (index > node.length && !takeGap(placement, node, index - node.length)) {
    return false;
  }
  node[index] = value;
  return true;
}

function takeGap(placement: Placement, list: JsonValue[], elements: number): boolean {
  if (elements > placement.budget.elementsLeft) {
    return false;
  }
  placement.budget.elementsLeft -= elements;
  placement.gapped ??= [];
  placement.gapped.push(list);
  return true;
}
