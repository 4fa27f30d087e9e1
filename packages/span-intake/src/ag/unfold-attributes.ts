import { isJsonObject, type JsonObject, type JsonValue, setMember } from '@spanhouse/span-schema';
import { parseAttributePath } from './attribute-path.js';
import { keepLoser } from './merge-values.js';
import { type FoldedMember, fillGaps, type Placement, placeAttribute } from './place-attribute.js';
import { earnContainers, type UnfoldBudget } from './unfold-budget.js';

/** Unfolded attributes, with `ag` separate from the others. */
export interface UnfoldedAttributes {
  others: JsonObject;
  ag: JsonValue | undefined;
}

/**
 * Converts dotted keys at the top level to nested objects (see docs/api/ingest.md). Takes ownership of `attributes`:
 * its values become part of the result and may be changed. If there are no dotted keys and no `ag`, `others` is
 * `attributes` itself.
 */
export function unfoldAttributes(attributes: JsonObject, budget: UnfoldBudget): UnfoldedAttributes {
  for (const key in attributes) {
    if (key === 'ag' || key.includes('.')) {
      return unfold(attributes, budget);
    }
  }
  return { others: attributes, ag: undefined };
}

/** Unfolds the attributes of references, links and hashes, in which `ag` has no special meaning. */
export function unfoldPlainAttributes(attributes: JsonObject, budget: UnfoldBudget): JsonObject {
  const { others, ag } = unfoldAttributes(attributes, budget);
  if (ag !== undefined) {
    others['ag'] = ag;
  }
  return others;
}

function unfold(attributes: JsonObject, budget: UnfoldBudget): UnfoldedAttributes {
  const others: JsonObject = {};
  const agHolder: JsonObject = {};
  const folded: FoldedMember[] = [];
  for (const key in attributes) {
    const value = attributes[key] as JsonValue;
    const path = parseAttributePath(key, value, budget);
    if (path !== undefined) {
      earnContainers(budget, key);
      folded.push({ path, value });
    } else if (key === 'ag') {
      agHolder['ag'] = value;
    } else {
      setMember(others, key, value);
    }
  }
  const placement: Placement = { budget, losers: undefined, gapped: undefined };
  for (const member of byAscendingLength(folded)) {
    placeAttribute(placement, member.path.isBelowAg ? agHolder : others, member);
  }
  fillGaps(placement);
  keepLosers(placement, others, agHolder);
  return { others, ag: agHolder['ag'] };
}

/**
 * Sorts by number of segments, then in document order. Uses insertion sort, because it is far faster than `sort` for
 * short lists, which are the usual case.
 */
function byAscendingLength(members: FoldedMember[]): FoldedMember[] {
  if (members.length > LONGEST_INSERTION) {
    return members.sort((left, right) => lengthOf(left) - lengthOf(right));
  }
  for (let from = 1; from < members.length; from++) {
    const member = members[from] as FoldedMember;
    const length = lengthOf(member);
    let to = from;
    while (to > 0 && lengthOf(members[to - 1] as FoldedMember) > length) {
      members[to] = members[to - 1] as FoldedMember;
      to--;
    }
    members[to] = member;
  }
  return members;
}

const LONGEST_INSERTION = 64;

function lengthOf(member: FoldedMember): number {
  return member.path.segments.length;
}

/** Adds the losing values after all other values, because a later key could otherwise replace a losing value. */
function keepLosers(placement: Placement, others: JsonObject, agHolder: JsonObject): void {
  for (const { path, value } of placement.losers ?? []) {
    keepLoser(path.startsWith('ag.') ? unsupportedOf(agHolder) : others, path, value);
  }
}

/**
 * Returns `ag.unsupported`. If it is not an object, converts it to one in the same way as canonicalisation, so that a
 * losing value can be added.
 */
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
