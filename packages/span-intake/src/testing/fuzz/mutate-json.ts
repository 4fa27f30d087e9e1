import { isJsonObject, type JsonObject, type JsonValue, setMember } from '@spanhouse/span-schema';
import type { SeededRandom } from './seeded-random.js';

/** Changes the type, key or depth of some members in place, and removes or duplicates others. */
export function mutateJson(root: JsonValue, random: SeededRandom): JsonValue {
  const holder: JsonObject = { root };
  for (let left = 1 + random.below(4); left > 0; left--) {
    mutateMember(pickContainer(holder, random), random);
  }
  return holder['root'] ?? null;
}

const values: readonly (() => JsonValue)[] = [
  () => null,
  () => true,
  () => 0,
  () => -1.5,
  () => 1e308,
  () => 2n ** 64n - 1n,
  () => 1_777_629_600,
  () => '',
  () => 'gpt-4o',
  () => 'llm',
  () => '{"k":[1,{}]}',
  () => '9'.repeat(400),
  () => '\u0000\u2028😀',
  () => '0'.repeat(32),
  () => 'x'.repeat(5000),
  () => [],
  () => ({}),
  () => [null, [1], { a: 'b' }],
  () => ({ 'ag.data.inputs.0': 1, ag: [1], 'a.b': 2, a: 3, 'q.9999.9999': 4 }),
  () => ({ type: { span: 'llm' }, metrics: { tokens: { incremental: { prompt: '5' } } } }),
  () => nested(480),
];

const hostileKeys: readonly string[] = [
  'ag',
  'ag.',
  'ag.type.span',
  'ag.unsupported',
  'ag.data.parameters',
  'ag.refs.query.slug',
  'ag.metrics.tokens.incremental.prompt',
  'ag.metrics.costs',
  'ag.references.application.id',
  'ag.meta.request.model',
  'ag.meta.configuration',
  '_conflicts',
  'a.0',
  'a.9999.9999',
  'a.b',
  '',
  '.',
  'a..b',
  'k.'.repeat(120),
  '__proto__',
  'constructor',
  '__proto__.x',
  'toString.y',
  'spans',
  'traces',
  'trace',
  'links',
  'references',
  'events',
  'trace_id',
  'parent_id',
  '0',
];

function nested(levels: number): JsonValue {
  let value: JsonValue = 1;
  for (let level = 0; level < levels; level++) {
    value = level % 2 === 0 ? [value] : { n: value };
  }
  return value;
}

type Container = JsonObject | JsonValue[];

/** Returns a container at a random depth below the root. */
function pickContainer(root: JsonObject, random: SeededRandom): Container {
  let container: Container = root;
  for (;;) {
    const children: Container[] = Object.values(container).filter(isContainer);
    if (children.length === 0 || (container !== root && random.below(5) === 0)) {
      return container;
    }
    container = random.pick(children);
  }
}

function isContainer(value: JsonValue): value is Container {
  return Array.isArray(value) || isJsonObject(value);
}

function mutateMember(container: Container, random: SeededRandom): void {
  const keys = Object.keys(container);
  const key = keys.length === 0 ? random.pick(hostileKeys) : random.pick(keys);
  if (Array.isArray(container)) {
    mutateItem(container, Number(key) || 0, random);
    return;
  }
  const value = (Object.hasOwn(container, key) ? container[key] : null) ?? null;
  switch (random.below(5)) {
    case 0:
      delete container[key];
      break;
    case 1:
      setMember(container, random.pick(hostileKeys), structuredClone(value));
      break;
    case 2:
      setMember(container, random.pick(hostileKeys), random.pick(values)());
      break;
    default:
      setMember(container, key, otherThan(value, random));
  }
}

function mutateItem(list: JsonValue[], at: number, random: SeededRandom): void {
  const value = list[at] ?? null;
  switch (random.below(3)) {
    case 0:
      list.splice(at, 1);
      break;
    case 1:
      list.push(structuredClone(value));
      break;
    default:
      list[at] = otherThan(value, random);
  }
}

/** Returns a different value, or the same value with a different type. */
function otherThan(value: JsonValue, random: SeededRandom): JsonValue {
  switch (random.below(6)) {
    case 0:
      return [value];
    case 1:
      return { [random.pick(hostileKeys)]: value };
    case 2:
      return typeof value === 'string' ? Number(value) || 7 : String(value);
    default:
      return random.pick(values)();
  }
}
