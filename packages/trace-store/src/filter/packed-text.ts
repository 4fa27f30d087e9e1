import { packedTexts } from '@spanhouse/span-row';

/** The bytes of the members of a fixed size, and of them and the ends of the texts. */
const FIXED_BYTES = 64;
export const PACKED_HEAD_BYTES = FIXED_BYTES + 4 * packedTexts.length;

/**
 * SQL: a text of the column `packed`, as the table `spans` defines its alias. ClickHouse uses an index only if the
 * expression of a statement equals that of the index to the byte, and aliases are no part of it.
 */
export function packedText(name: (typeof packedTexts)[number], packed: string): string {
  const index = packedTexts.indexOf(name);
  const end = (at: number) =>
    `reinterpretAsUInt32(substring(${packed}, ${FIXED_BYTES + 1 + 4 * at}, 4))`;
  return index === 0
    ? `substring(${packed}, ${PACKED_HEAD_BYTES + 1}, ${end(0)} - ${PACKED_HEAD_BYTES})`
    : `substring(${packed}, 1 + ${end(index - 1)}, ${end(index)} - ${end(index - 1)})`;
}
