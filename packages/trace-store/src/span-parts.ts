import { packedColumns } from '@spanhouse/span-row';

/** A part of the stored spans that a read may skip; `packed` has the rarely used members. */
export type SpanPart = 'attributes' | 'packed';

const packedMembers: ReadonlySet<string> = new Set(packedColumns.map(({ name }) => name));

/** Returns the parts that contain none of these members. */
export function unreadParts(members: readonly string[]): readonly SpanPart[] {
  const isNeeded = {
    attributes: members.includes('attributes'),
    packed: members.some((name) => packedMembers.has(name)),
  };
  return (['attributes', 'packed'] as const).filter((part) => !isNeeded[part]);
}
