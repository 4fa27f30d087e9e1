import { dotted, fillerFor, hex, nameFamilies, repeat } from './texts.mjs';

const times = '"start_time":"2026-05-01T10:00:00Z","end_time":"2026-05-01T10:00:01Z"';

function span(at, members, trace = 0) {
  return `{"trace_id":"${hex(trace, 32)}","span_id":"${hex(at, 16)}","span_name":"s",${times}${members}}`;
}

function flat(spans) {
  return `{"spans":[${spans}]}`;
}

function oneSpan(bytes, member) {
  return flat(span(0, `,"attributes":{${repeat(bytes, member)}}`));
}

function oneValue(name, text) {
  return flat(span(0, `,"attributes":{"${name}":${text}}`));
}

function manySpans(bytes, membersOf, traceOf = () => 0) {
  return flat(repeat(bytes, (at) => span(at, membersOf(at), traceOf(at))));
}

function nested(levels, open, close) {
  return `${open.repeat(levels)}1${close.repeat(levels)}`;
}

/** Two objects that meet at the same place and differ in every leaf. */
function colliding(left, right, leaves) {
  return flat(span(0, `,"attributes":{"r":{${left}{${leaves(1)}}},${right}{${leaves(2)}}}`));
}

/** An object in which 2^levels members have the same dotted path. */
function samePath(levels, value) {
  const build = (from) => {
    if (from === levels) {
      return value();
    }
    const members = [];
    for (let to = from + 1; to <= levels; to++) {
      members.push(`"${'a.'.repeat(to - from).slice(0, -1)}":${build(to)}`);
    }
    return `{${members.join(',')}}`;
  };
  return build(0);
}

function withSamePaths(bytes) {
  const levels = Math.floor(Math.log2(bytes / 20));
  let counter = 0;
  const value = () => String(counter++);
  return flat(
    span(
      0,
      `,"attributes":{"r":{"x":${samePath(levels, value)}},"r.x":${samePath(levels, value)}}`,
    ),
  );
}

const json = {
  'dotted keys of 99 segments': (bytes) => oneSpan(bytes, (at) => dotted(at, 99)),
  'dotted keys of 99 segments below ag': (bytes) => oneSpan(bytes, (at) => dotted(at, 98, 'ag.')),
  'dotted keys, many spans': (bytes) =>
    manySpans(bytes, (at) => `,"attributes":{${dotted(at, 99)}}`),
  'dotted keys with a common prefix': (bytes) =>
    oneSpan(bytes, (at) => `"${'a.'.repeat(97)}${at}":1`),
  'keys of dots alone': (bytes) => oneSpan(bytes, (at) => `"${'.'.repeat(95)}${at}":1`),
  'keys with indexes': (bytes) => oneSpan(bytes, (at) => `"q.${at % 10_000}.${at}.0.1.2.3":1`),
  'gaps of arrays': (bytes) => oneSpan(bytes, (at) => `"q${at}.9999":1`),
  'keys ag.x<i>': (bytes) => oneSpan(bytes, (at) => `"ag.x${at}":1`),
  'keys ag.tags.<i>': (bytes) => oneSpan(bytes, (at) => `"ag.tags.${at}":[]`),
  'keys ag.metrics.<i>': (bytes) =>
    oneSpan(bytes, (at) => `"ag.metrics.tokens.incremental.${at}":"x"`),
  'keys ag.data.<i>': (bytes) => oneSpan(bytes, (at) => `"ag.data.${at}":1`),
  'keys ag.references.<i>': (bytes) => oneSpan(bytes, (at) => `"ag.references.${at}.id":1`),
  'wide object': (bytes) => oneSpan(bytes, (at) => `"${at.toString(36)}":1`),
  'wide object in many spans': (bytes) =>
    manySpans(
      bytes,
      (n) => `,"attributes":{${repeat(5000, (at) => `"${n.toString(36)}_${at}":1`)}}`,
    ),
  'wide nested objects': (bytes) => oneSpan(bytes, (at) => `"${at.toString(36)}":{"a":{}}`),
  'integer keys': (bytes) => oneSpan(bytes, (at) => `"${at * 7919}":1`),
  'long keys': (bytes) => oneSpan(bytes, (at) => `"${'k'.repeat(100_000)}${at}":1`),
  'long keys with dots': (bytes) =>
    oneSpan(bytes, (at) => `"n${at}":{"${'k'.repeat(100_000)}${'.'.repeat(200)}${at}":1}`),
  'names with dots': (bytes) =>
    `{"spans":[${span(0, `,"attributes":{"n":{${repeat(bytes, (at) => `"${'.'.repeat(100)}${at}":1`)}}}`)}]}`,
  'one long key above many leaves': (bytes) =>
    flat(span(0, `,"attributes":{"${'k'.repeat(400)}":{${repeat(bytes, (at) => `"${at}":1`)}}}`)),
  'long keys above many leaves, many spans': (bytes) =>
    manySpans(
      bytes,
      (n) => `,"attributes":{"${n}${'k'.repeat(480)}":{${repeat(7000, (at) => `"${at}":1`)}}}`,
    ),
  'deep arrays': (bytes) => oneValue('n', `[${repeat(bytes, () => nested(400, '[', ']'))}]`),
  'deep objects': (bytes) => oneValue('n', `[${repeat(bytes, () => nested(400, '{"a":', '}'))}]`),
  'deep objects of different names': (bytes) =>
    oneSpan(
      bytes,
      (at) =>
        `"${at}":${Array.from({ length: 400 }, (_, n) => `{"${(at * 400 + n).toString(36)}":`).join('')}1${'}'.repeat(400)}`,
    ),
  'empty objects': (bytes) => oneValue('n', `[${repeat(bytes, () => '{}')}]`),
  'empty arrays': (bytes) => oneValue('n', `[${repeat(bytes, () => '[]')}]`),
  'objects of one member': (bytes) => oneValue('n', `[${repeat(bytes, () => '{"a":1}')}]`),
  digits: (bytes) => oneValue('n', `[${repeat(bytes, () => '1')}]`),
  decimals: (bytes) => oneValue('n', `[${repeat(bytes, (at) => `0.${at}`)}]`),
  'one large integer and digits': (bytes) =>
    oneValue('n', `[9007199254740993,${repeat(bytes, () => '1')}]`),
  'one large integer and objects': (bytes) =>
    oneValue('n', `[9007199254740993,${repeat(bytes, () => '{}')}]`),
  'large integers': (bytes) =>
    oneValue('n', `[${repeat(bytes, (at) => `90071992547${40_993 + at}`.padEnd(18, '1'))}]`),
  exponents: (bytes) => oneValue('n', `[${repeat(bytes, () => '1e20')}]`),
  'lone surrogates': (bytes) => oneValue('n', `"${repeat(bytes, () => '\\ud800', '')}"`),
  'escapes and a lone surrogate': (bytes) =>
    oneValue('n', `"\\ud800${repeat(bytes, () => '\\\\', '')}"`),
  'control characters': (bytes) => oneValue('n', `"${repeat(bytes, () => '\\u0001', '')}"`),
  'duplicate keys': (bytes) => oneSpan(bytes, () => '"a":1'),
  conflicts: (bytes) => oneSpan(bytes, (at) => `"a${at}":1,"a${at}.b":2`),
  'conflicts below one long key': (bytes) =>
    colliding(`"${'k'.repeat(bytes / 5)}":`, `"r.${'k'.repeat(bytes / 5)}":`, (value) =>
      repeat(bytes / 5, (at) => `"${at}":${value}`),
    ),
  'conflicts of the same path': withSamePaths,
  'tiny spans of one trace': (bytes) => manySpans(bytes, () => ''),
  'tiny spans, each its own trace': (bytes) =>
    manySpans(
      bytes,
      () => '',
      (at) => at,
    ),
  'a chain of spans': (bytes) =>
    manySpans(bytes, (at) => (at === 0 ? '' : `,"parent_id":"${hex(at - 1, 16)}"`)),
  'a reversed chain of spans with tokens': (bytes) =>
    manySpans(
      bytes,
      (at) => `,"parent_id":"${hex(at + 1, 16)}","attributes":{"ag.metrics.errors.incremental":1}`,
    ),
  'the same span': (bytes) => flat(repeat(bytes, () => span(0, ''))),
  events: (bytes) =>
    flat(span(0, `,"events":[${repeat(bytes, () => '{"name":"","timestamp":1}')}]`)),
  'events with attributes': (bytes) =>
    flat(
      span(
        0,
        `,"events":[${repeat(bytes, () => '{"name":"","timestamp":"2026-05-01T10:00:00Z","attributes":{"a.b.c":{}}}')}]`,
      ),
    ),
  links: (bytes) =>
    flat(
      span(
        0,
        `,"links":[${repeat(bytes, (at) => `{"trace_id":"${hex(at, 32)}","span_id":"${hex(at, 16)}"}`)}]`,
      ),
    ),
  'links with keys': (bytes) =>
    flat(
      span(
        0,
        `,"links":[${repeat(bytes, (at) => `{"trace_id":"${hex(at, 32)}","span_id":"${hex(at, 16)}","attributes":{"key":"${at}"}}`)}]`,
      ),
    ),
  'spans with a link and its key': (bytes) =>
    manySpans(
      bytes,
      (at) =>
        `,"links":[{"trace_id":"${hex(at, 32)}","span_id":"${hex(at, 16)}","attributes":{"key":"é"}}]`,
    ),
  'spans with a reference': (bytes) =>
    manySpans(bytes, (at) => `,"references":[{"slug":"x${at}","attributes":{"key":"query"}}]`),
  references: (bytes) =>
    flat(
      span(
        0,
        `,"references":[${repeat(bytes, (at) => `{"slug":"${at}","attributes":{"a.b":1}}`)}]`,
      ),
    ),
  hashes: (bytes) =>
    flat(span(0, `,"hashes":[${repeat(bytes, (at) => `{"id":"${hex(at, 32)}"}`)}]`)),
  'models that are priced': (bytes) =>
    manySpans(
      bytes,
      (at) =>
        `,"attributes":{"ag.type.span":"llm","ag.meta.request.model":"gpt-${at}","ag.metrics.tokens.incremental.prompt":1}`,
    ),
  'faulty spans': (bytes) => `{"spans":[${repeat(Math.min(bytes, 49_000 * 3), () => '{}')}]}`,
  'faulty values': (bytes) => `{"spans":[${repeat(Math.min(bytes, 49_000 * 2), () => '1')}]}`,
  'faulty spans with long ids': (bytes) =>
    `{"spans":[${repeat(bytes, (at) => `{"trace_id":"${'x'.repeat(1000)}${at}"}`)}]}`,
  'too many faults': (bytes) => `{"spans":[${repeat(bytes, () => '1')}]}`,
  'nested spans': (bytes) =>
    `{"traces":{"${hex(0, 32)}":{"spans":{${repeat(bytes, (at) => `"s${at}":${span(at, '')}`)}}}}}`,
  'deeply nested spans': (bytes) =>
    `{"traces":{"${hex(0, 32)}":{"spans":{${repeat(bytes, (at) => `"s${at}":${chain(at, 99)}`)}}}}}`,
  'nested faults below long names': (bytes) =>
    `{"traces":{"${hex(0, 32)}":{"spans":{"${'n'.repeat(bytes / 2)}":{"spans":{"a":[${repeat(Math.min(bytes / 2, 90_000), () => '1')}]}}}}}}`,
  'a resource that every row repeats': (bytes) =>
    manySpans(bytes, () => `,"resource":{"attributes":{"a":"${'x'.repeat(200)}"}}`),
};

function chain(at, levels) {
  let text = '';
  for (let level = levels - 1; level >= 0; level--) {
    const children = text === '' ? '' : `,"spans":{"c":${text}}`;
    text = span(at * 100 + level, children);
  }
  return text;
}

/** As many new names as a body may hold, and few names in many spans. */
const jsonNames = Object.entries(nameFamilies).flatMap(([family, nameOf]) => [
  [
    `${family}, as dense as allowed`,
    (bytes) => oneSpan(bytes, (at) => `"${nameOf(at)}":"${fillerFor(nameOf(at), 27)}"`),
  ],
  [
    `${family}, the same 1000 in each span`,
    (bytes) =>
      manySpans(
        bytes,
        () => `,"attributes":{${Array.from({ length: 1000 }, (_, at) => `"${nameOf(at)}":1`)}}`,
      ),
  ],
]);

/** Bodies of spans in the flat and nested forms. */
export const hostileJson = [...Object.entries(json), ...jsonNames].map(([name, make]) => ({
  name,
  door: 'json',
  make: (bytes) => Buffer.from(make(bytes)),
}));
