/** Writes a field with a length: bytes, a text or a message. */
export function bytesField(field, ...parts) {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
}

export function varintField(field, value) {
  return Buffer.concat([varint(field * 8), varint(value)]);
}

export function fixed64Field(field, value) {
  const bytes = Buffer.alloc(9);
  bytes[0] = field * 8 + 1;
  bytes.writeBigUInt64LE(BigInt(value), 1);
  return bytes;
}

/** Wraps messages of spans as an ExportTraceServiceRequest with one resource and one scope. */
export function exportRequest(spans, { resource = [], scope = [] } = {}) {
  const scoped = bytesField(
    2,
    bytesField(1, ...scope),
    Buffer.concat(spans.map((span) => bytesField(2, span))),
  );
  return bytesField(1, bytesField(1, ...resource), scoped);
}

/** A KeyValue as the field `field` of the message that contains it. */
export function keyValue(field, key, value) {
  return bytesField(field, bytesField(1, key), bytesField(2, value));
}

export function textValue(text) {
  return bytesField(1, text);
}

export function intValue(value) {
  return varintField(3, value);
}

function varint(value) {
  const bytes = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 128) | 0x80);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}
