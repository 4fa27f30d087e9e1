import { packedColumns, packedTexts, presentBits } from '@spanhouse/span-row';

type Read = readonly [bytes: number, sql: (bytes: string) => string];

/** For each type of fixed-size member, its size in bytes and the SQL that decodes it. */
const reads: Readonly<Record<string, Read>> = {
  "DateTime64(9, 'UTC')": [
    8,
    (text) => `fromUnixTimestamp64Nano(reinterpretAsInt64(${text}), 'UTC')`,
  ],
  UUID: [16, (text) => `reinterpretAsUUID(${text})`],
  UInt32: [4, (text) => `reinterpretAsUInt32(${text})`],
};

/** Total size of the fixed-size members in bytes. */
const fixedBytes = packedColumns.reduce((sum, { type }) => sum + (reads[type]?.[0] ?? 0), 0);
export const PACKED_HEAD_BYTES = fixedBytes + 4 * packedTexts.length;

/** SQL for a `packed` value in which every member is absent. */
export const emptyPacked = `unhex('${'00'.repeat(fixedBytes)}${littleEndian(PACKED_HEAD_BYTES).repeat(packedTexts.length)}')`;

function littleEndian(value: number): string {
  const bytes = [0, 8, 16, 24].map((shift) => (value >> shift) & 0xff);
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Returns SQL for a string member of the column `packed`. The SQL must not vary, because ClickHouse uses an index only
 * if the expression is byte-identical.
 */
export function packedText(name: (typeof packedTexts)[number], packed: string): string {
  const index = packedTexts.indexOf(name);
  const end = (at: number) =>
    `reinterpretAsUInt32(substring(${packed}, ${fixedBytes + 1 + 4 * at}, 4))`;
  return index === 0
    ? `substring(${packed}, ${PACKED_HEAD_BYTES + 1}, ${end(0)} - ${PACKED_HEAD_BYTES})`
    : `substring(${packed}, 1 + ${end(index - 1)}, ${end(index)} - ${end(index - 1)})`;
}

/** Maps the names of members that are stored within another column to the SQL that reads them. */
const members = new Map([
  ['has_type_span', `bitAnd(present, ${presentBits.has_type_span}) != 0`],
  ...fixedMembers(),
  ...packedTexts.map((name) => [name, packedText(name, 'packed')] as const),
]);

function fixedMembers(): readonly (readonly [string, string])[] {
  let at = 1;
  return packedColumns.flatMap(({ name, type }) => {
    const [bytes, sql] = reads[type] ?? [];
    if (bytes === undefined || sql === undefined) {
      return [];
    }
    const member = sql(`substring(packed, ${at}, ${bytes})`);
    at += bytes;
    return [[name, member] as const];
  });
}

/**
 * Returns SQL for a member of a span. The member is a column or a part of a column. The table does not define aliases
 * for such parts, because ClickHouse would spend 2 ms on the analysis of all aliases in every statement.
 */
export function memberSql(name: string): string {
  return members.get(name) ?? name;
}
