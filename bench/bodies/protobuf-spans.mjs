import { bytesField, exportRequest, fixed64Field } from './protobuf.mjs';

export function id(value, bytes) {
  return Buffer.from((value + 1).toString(16).padStart(bytes * 2, '0'), 'hex');
}

/** A span of one trace by default. */
export function span(at, fields, trace = 0) {
  return Buffer.concat([
    bytesField(1, id(trace, 16)),
    bytesField(2, id(at, 8)),
    fixed64Field(7, 1_777_629_660_000_000_000n),
    ...fields,
  ]);
}

/** Makes parts from a counter until the size is reached. */
export function repeat(bytes, make) {
  const parts = [];
  for (let at = 0, length = 0; length < bytes; at++) {
    const part = make(at);
    parts.push(part);
    length += Math.max(1, part.length); // a part can be empty
  }
  return parts;
}

/** Does the same as `repeat`, as one buffer. */
export function repeated(bytes, make) {
  return Buffer.concat(repeat(bytes, make));
}

export function oneSpan(fields) {
  return exportRequest([span(0, fields)]);
}
