import { isJsonObject, type JsonObject, type JsonValue, setMember } from '@spanhouse/span-schema';

type Step = string | number;

/** Returns the attributes at the given dotted paths with their nesting; see docs/api/filtering.md. */
export function pickAttributes(attributes: JsonObject, paths: readonly string[]): JsonObject {
  const picked: JsonObject = {};
  for (const path of paths) {
    const steps = stepsTo(attributes, path);
    if (steps !== undefined) {
      copy(attributes, picked, steps);
    }
  }
  return picked;
}

/** Returns the value at a dotted path of attributes; undefined if the path does not exist. */
export function attributeAt(attributes: JsonObject, path: string): JsonValue | undefined {
  return stepsTo(attributes, path)?.reduce<JsonValue | undefined>(
    (value, step) => (value === undefined ? undefined : memberAt(value, step)),
    attributes,
  );
}

/**
 * Removes the attributes at the given dotted paths. All paths refer to the attributes before any of them is removed.
 * Returns the paths that do not exist.
 */
export function dropAttributes(
  attributes: JsonObject,
  paths: readonly string[],
): readonly string[] {
  const found = paths.map((path) => stepsTo(attributes, path));
  remove(
    attributes,
    found.filter((steps) => steps !== undefined),
  );
  return paths.filter((_, index) => found[index] === undefined);
}

/**
 * Removes the members that the steps lead to. List elements are removed together, so that the positions in the steps
 * stay valid.
 */
function remove(value: JsonValue, ends: readonly (readonly Step[])[]): void {
  const gone = new Set<Step>();
  for (const [step, below] of Map.groupBy(ends, ([first = '']) => first)) {
    const rest = below.map((steps) => steps.slice(1));
    if (rest.some((steps) => steps.length === 0)) {
      gone.add(step);
    } else {
      remove(memberAt(value, step) as JsonValue, rest);
    }
  }
  if (Array.isArray(value)) {
    removeElements(value, gone);
  } else {
    for (const name of gone) {
      delete (value as JsonObject)[name];
    }
  }
}

function removeElements(list: JsonValue[], positions: ReadonlySet<Step>): void {
  let kept = 0;
  for (const [index, element] of list.entries()) {
    if (!positions.has(index)) {
      list[kept++] = element;
    }
  }
  list.length = kept;
}

/**
 * Returns the names and list positions that lead to a path; undefined if the path does not exist. Shorter names are
 * tried first: `a.b` means member `b` of `a` if it exists, and otherwise the member named `a.b`.
 */
function stepsTo(value: JsonValue, path: string): readonly Step[] | undefined {
  for (const end of [...path.matchAll(/\./g)].map(({ index }) => index)) {
    const step = stepInto(value, path.slice(0, end));
    const member = step === undefined ? undefined : memberAt(value, step);
    const rest = member === undefined ? undefined : stepsTo(member, path.slice(end + 1));
    if (step !== undefined && rest !== undefined) {
      return [step, ...rest];
    }
  }
  const last = stepInto(value, path);
  return last === undefined ? undefined : [last];
}

const position = /^(?:0|[1-9]\d{0,8})$/;

function stepInto(value: JsonValue, name: string): Step | undefined {
  if (Array.isArray(value)) {
    return position.test(name) && Number(name) < value.length ? Number(name) : undefined;
  }
  return isJsonObject(value) && Object.hasOwn(value, name) ? name : undefined;
}

function memberAt(value: JsonValue, step: Step): JsonValue | undefined {
  return (value as Readonly<Record<Step, JsonValue>>)[step];
}

/**
 * Copies the value that the steps lead to. List elements keep their positions, and the positions between them are
 * filled with null.
 */
function copy(from: JsonValue, to: JsonValue, [step, ...rest]: readonly Step[]): void {
  if (step === undefined) {
    return;
  }
  const value = memberAt(from, step) as JsonValue;
  const known = ownMember(to, step);
  if (known === value) {
    return; // the whole value has been copied
  }
  const next = rest.length === 0 ? value : (known ?? (Array.isArray(value) ? [] : {}));
  put(to, step, next);
  copy(value, next, rest);
}

function ownMember(value: JsonValue, step: Step): JsonValue | undefined {
  return Object.hasOwn(value as object, step) ? memberAt(value, step) : undefined;
}

function put(target: JsonValue, step: Step, value: JsonValue): void {
  if (Array.isArray(target)) {
    while (target.length < Number(step)) {
      target.push(null);
    }
    target[Number(step)] = value;
  } else {
    setMember(target as JsonObject, String(step), value);
  }
}
