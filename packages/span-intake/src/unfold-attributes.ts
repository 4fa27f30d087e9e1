import { isJsonObject, type JsonObject, type JsonValue, setMember } from '@spanhouse/span-schema';
import { type AttributePath, parseAttributePath } from './attribute-path.js';
import { keepLoser } from './merge-values.js';
import { fillGaps, type GapBudget, type Placement, placeAttribute } from './place-attribute.js';

/** Unfolded attributes, `ag` apart from all the others. */
export interface UnfoldedAttributes {
  others: JsonObject;
  ag: JsonValue | undefined;
}

/**
 * Splits the dotted keys of the top level (API: "Unfolding"). Takes `attributes` over: its values become part of
 * the result and may be merged into. Without dotted keys and `ag`, `others` is `attributes` itself.
 */
export function unfoldAttributes(attributes: JsonObject, budget: GapBudget): UnfoldedAttributes {
  for (const key in attributes) {
    if (key === 'ag' || key.includes('.')) {
      return unfold(attributes, budget);
    }
  }
  return { others: attributes, ag: undefined };
}

/** For references, links and hashes, whose `ag` means nothing. */
export function unfoldPlainAttributes(attributes: JsonObject, budget: GapBudget): JsonObject {
  const { others, ag } = unfoldAttributes(attributes, budget);
  if (ag !== undefined) {
    others['ag'] = ag;
  }
  return others;
}

function unfold(attributes: JsonObject, budget: GapBudget): UnfoldedAttributes {
  const others: JsonObject = {};
  const agHolder: JsonObject = {};
  const paths: AttributePath[] = [];
  const values: JsonValue[] = [];
  for (const key in attributes) {
    const path = parseAttributePath(key);
    if (path === undefined) {
      setMember(key === 'ag' ? agHolder : others, key, attributes[key] as JsonValue);
    } else {
      paths.push(path);
      values.push(attributes[key] as JsonValue);
    }
  }
  const placement: Placement = { budget, losers: undefined, gapped: undefined };
  for (const at of orderOf(paths)) {
    const path = paths[at] as AttributePath;
    const root = path.isBelowAg ? agHolder : others;
    placeAttribute(placement, root, { path, value: values[at] as JsonValue });
  }
  fillGaps(placement);
  keepLosers(placement, others, agHolder);
  return { others, ag: agHolder['ag'] };
}

/** Positions by ascending number of segments, then in document order. */
function orderOf(paths: readonly AttributePath[]): Iterable<number> {
  let isOrdered = true;
  for (let at = 1; at < paths.length && isOrdered; at++) {
    isOrdered = lengthAt(paths, at - 1) <= lengthAt(paths, at);
  }
  return isOrdered
    ? paths.keys()
    : [...paths.keys()].sort((left, right) => lengthAt(paths, left) - lengthAt(paths, right));
}

function lengthAt(paths: readonly AttributePath[], at: number): number {
  return (paths[at] as AttributePath).segments.length;
}

/** Last of all: a loser must not make room for a later key. */
function keepLosers(placement: Placement, others: JsonObject, agHolder: JsonObject): void {
  for (const { path, value } of placement.losers ?? []) {
    keepLoser(path.startsWith('ag.') ? unsupportedOf(agHolder) : others, path, value);
  }
}

/** Makes `ag.unsupported` an object as canonicalisation would, so that a loser can go there. */
function unsupportedOf(agHolder: JsonObject): JsonObject {
  const ag = agHolder['ag'];
  if (!isJsonObject(ag)) {
    const unsupported: JsonObject = ag === undefined || ag === null ? {} : { _invalid: ag };
    agHolder['ag'] = { unsupported };
    return unsupported;
  }
  const existing = ag['unsupported'];
  if (isJsonObject(existing)) {
    return existing;
  }
  const unsupported: JsonObject =
    existing === undefined || existing === null ? {} : { _unsupported: existing };
  ag['unsupported'] = unsupported;
  return unsupported;
}
