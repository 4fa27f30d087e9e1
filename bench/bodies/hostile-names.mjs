import { exportRequest, intValue, keyValue, textValue } from './protobuf.mjs';
import { oneSpan, repeat, span } from './protobuf-spans.mjs';
import { fillerFor, nameFamilies, repeat as repeatText } from './texts.mjs';

/** JSON text with ever new names. */
function textOfNames(at, bytes) {
  const from = at * 10_000;
  return `{${repeatText(bytes, (n) => `"${(from + n).toString(36)}":1`)}}`;
}

function markedNames(at, bytes) {
  return `@ag.type=json:${textOfNames(at, bytes)}`;
}

const innerJson = {
  'names in one marked text': (bytes) =>
    oneSpan([keyValue(9, 'ag.data.outputs', textValue(markedNames(0, bytes)))]),
  'names in many marked texts': (bytes) =>
    oneSpan(
      repeat(bytes, (at) => keyValue(9, `ag.meta.k${at}`, textValue(markedNames(at, 50_000)))),
    ),
  'names in many texts of a convention': (bytes) =>
    exportRequest(
      repeat(bytes, (at) =>
        span(at, [keyValue(9, 'ai.response.object', textValue(textOfNames(at, 50_000)))]),
      ),
    ),
  'lists in many marked texts': (bytes) =>
    oneSpan(
      repeat(bytes, (at) =>
        keyValue(9, `ag.meta.k${at}`, textValue(`@ag.type=json:[${'[],'.repeat(16_000)}1]`)),
      ),
    ),
};

/** As many new names as a body may hold, and few names in many spans. */
const protobufNames = Object.entries(nameFamilies).flatMap(([family, nameOf]) => [
  [
    `${family}, as dense as allowed`,
    (bytes) =>
      oneSpan(repeat(bytes, (at) => keyValue(9, nameOf(at), textValue(fillerFor(nameOf(at), 25))))),
  ],
  [
    `${family}, the same 1000 in each span`,
    (bytes) => {
      const fields = Array.from({ length: 1000 }, (_, at) => keyValue(9, nameOf(at), intValue(1)));
      return exportRequest(repeat(bytes, (at) => span(at, fields)));
    },
  ],
]);

/** Protobuf bodies with many names: those of attributes, and those in JSON texts. */
export const hostileNames = [...Object.entries(innerJson), ...protobufNames].map(
  ([name, make]) => ({
    name,
    door: 'otlp_protobuf',
    make,
  }),
);
