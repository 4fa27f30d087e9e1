import { dotted, fillerFor, hex, nameFamilies, repeat } from './texts.mjs';

function zipkinSpan(at, members) {
  return `{"traceId":"${hex(at, 16)}","id":"${hex(at, 16)}","timestamp":1777629660000000,"duration":1${members}}`;
}

const zipkin = {
  'tiny spans': (bytes) => `[${repeat(bytes, (at) => zipkinSpan(at, ''))}]`,
  tags: (bytes) => `[${zipkinSpan(0, `,"tags":{${repeat(bytes, (at) => `"${at}":""`)}}`)}]`,
  'tags of 99 segments': (bytes) =>
    `[${zipkinSpan(0, `,"tags":{${repeat(bytes, (at) => dotted(at, 99).replace(/1$/, '""'))}}`)}]`,
  annotations: (bytes) =>
    `[${zipkinSpan(0, `,"annotations":[${repeat(bytes, () => '{"timestamp":1,"value":""}')}]`)}]`,
  'faulty spans': (bytes) => `[${repeat(bytes, () => '{}')}]`,
};

const zipkinBodies = Object.entries(zipkin).map(([name, make]) => ({
  name,
  door: 'zipkin',
  make: (bytes) => Buffer.from(make(bytes)),
}));

function otlpSpan(at, members) {
  return `{"traceId":"${hex(at, 32)}","spanId":"${hex(at, 16)}","startTimeUnixNano":"1777629660000000000"${members}}`;
}

function otlpBody(spans, resource = '') {
  return `{"resourceSpans":[{"resource":{"attributes":[${resource}]},"scopeSpans":[{"spans":[${spans}]}]}]}`;
}

function oneOtlpSpan(bytes, make) {
  return otlpBody(otlpSpan(0, `,"attributes":[${repeat(bytes, make)}]`));
}

function attribute(key, value = '{"intValue":1}') {
  return `{"key":"${key}","value":${value}}`;
}

const otlp = {
  'tiny spans': (bytes) => otlpBody(repeat(bytes, (at) => otlpSpan(at, ''))),
  'empty spans': (bytes) => otlpBody(repeat(Math.min(bytes, 147_000), () => '{}')),
  'attributes without value': (bytes) => oneOtlpSpan(bytes, () => '{}'),
  'wide attributes': (bytes) => oneOtlpSpan(bytes, (at) => `{"key":"${at}"}`),
  'dotted keys of 99 segments': (bytes) =>
    oneOtlpSpan(bytes, (at) => attribute(dotted(at, 99).slice(1, -3))),
  'empty values': (bytes) =>
    oneOtlpSpan(1, () =>
      attribute('n', `{"arrayValue":{"values":[${repeat(bytes, () => '{}')}]}}`),
    ),
  'wide nested values': (bytes) =>
    oneOtlpSpan(1, () =>
      attribute(
        'n',
        `{"kvlistValue":{"values":[${repeat(bytes, (at) => `{"key":"${at.toString(36)}"}`)}]}}`,
      ),
    ),
  'ag values as marked texts': (bytes) =>
    oneOtlpSpan(bytes, (at) =>
      attribute(`ag.data.${at}`, '{"stringValue":"@ag.type=json:[[],[],[],[],[]]"}'),
    ),
  events: (bytes) =>
    otlpBody(otlpSpan(0, `,"events":[${repeat(bytes, () => '{"timeUnixNano":"1"}')}]`)),
  'large integers': (bytes) =>
    otlpBody(repeat(bytes, (at) => otlpSpan(at, ',"endTimeUnixNano":1777629660000000001'))),
  resources: (bytes) =>
    `{"resourceSpans":[${repeat(bytes, () => '{"resource":{"attributes":[{"key":"a"}]},"scopeSpans":[{}]}')}]}`,
  'a large resource over many spans': (bytes) =>
    otlpBody(
      repeat(bytes / 2, (at) => otlpSpan(at, '')),
      attribute('x', `{"stringValue":"${'x'.repeat(bytes / 2)}"}`),
    ),
  conventions: (bytes) =>
    oneOtlpSpan(bytes, (at) => attribute(`gen_ai.prompt.${at}.content`, '{"stringValue":"x"}')),
  'input messages': (bytes) =>
    oneOtlpSpan(bytes, (at) =>
      attribute(`llm.input_messages.${at}.message.role`, '{"stringValue":"x"}'),
    ),
};

const otlpNames = Object.entries(nameFamilies).flatMap(([family, nameOf]) => [
  [
    `${family}, as dense as allowed`,
    (bytes) =>
      oneOtlpSpan(bytes, (at) =>
        attribute(nameOf(at), `{"stringValue":"${fillerFor(nameOf(at), 4)}"}`),
      ),
  ],
]);

const otlpBodies = [...Object.entries(otlp), ...otlpNames].map(([name, make]) => ({
  name,
  door: 'otlp_json',
  make: (bytes) => Buffer.from(make(bytes)),
}));

/** Bodies of Zipkin and of OTLP in JSON. */
export const hostileOtherJson = [...zipkinBodies, ...otlpBodies];
