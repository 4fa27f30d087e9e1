/** The field numbers and types of a message, keyed by member. */
export interface MessageFields {
  readonly [name: string]: readonly [number: number, type: FieldType];
}

/** The encoding of a field. For a repeated field, the member is a list. */
type FieldType = 'varint' | 'fixed64' | 'double' | 'text' | 'hex' | MessageFields;

const wireTypes: Readonly<Record<string, number>> = { varint: 0, fixed64: 1, double: 1 };
const BYTES = 2;
const FIXED64_BYTES = 8;

/** Encodes a message in protobuf. Writes the members in the order of `fields` and omits absent members. */
export function encodeMessage(fields: MessageFields, message: object): Uint8Array<ArrayBuffer> {
  const members: ReadonlyMap<string, unknown> = new Map(Object.entries(message));
  return Buffer.concat(
    Object.entries(fields).flatMap(([name, [number, type]]) =>
      [members.get(name) ?? []].flat().map((value) => encodeField(number, type, value)),
    ),
  );
}

function encodeField(number: number, type: FieldType, value: unknown): Uint8Array {
  const wireType = typeof type === 'string' ? (wireTypes[type] ?? BYTES) : BYTES;
  const content = encodeValue(type, value);
  const length = wireType === BYTES ? varint(BigInt(content.length)) : Buffer.alloc(0);
  return Buffer.concat([varint(BigInt((number << 3) | wireType)), length, content]);
}

function encodeValue(type: FieldType, value: unknown): Uint8Array {
  const fixed = Buffer.alloc(FIXED64_BYTES);
  switch (type) {
    case 'varint':
      return varint(BigInt(value as bigint));
    case 'fixed64':
      fixed.writeBigUInt64LE(BigInt(value as bigint));
      return fixed;
    case 'double':
      fixed.writeDoubleLE(value as number);
      return fixed;
    case 'text':
      return Buffer.from(value as string);
    case 'hex':
      return Buffer.from(value as string, 'hex');
    default:
      return encodeMessage(type, value as object);
  }
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return Buffer.from([...bytes, Number(rest)]);
}
