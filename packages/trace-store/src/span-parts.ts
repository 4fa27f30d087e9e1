import { packedColumns } from '@spanhouse/span-row';

/** A part of stored spans that a read may skip. `packed` contains the rarely used members. */
export type SpanPart = 'attributes' | 'packed';

const packedMembers: ReadonlySet<string> = new Set(packedColumns.map(({ name }) => name));

/** Returns the parts that contain none of the given members. */
export function unreadParts(members: readonly string[]): readonly SpanPart[] {
  const isNeeded = {
    attributes: members.includes('attributes'),
    packed: members.some((name) => packedMembers.has(name)),
  };
  return (['attributes', 'packed'] as const).filter((part) => !isNeeded[part]);
}
