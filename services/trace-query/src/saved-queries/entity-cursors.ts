import type { TokenSigner } from '@spanhouse/service-runtime';
import { toDashedUuid } from '@spanhouse/span-schema';
import { type CursorCodec, createCursorCodec } from '../query/cursor.js';

/** Position in a list of entities: the id of the last one. */
export interface EntityPosition {
  readonly id: string;
}

export function createEntityCursors(signer: TokenSigner): CursorCodec<EntityPosition> {
  return createCursorCodec(signer, {
    purpose: 'saved-query-cursor',
    write: (writer, { id }) => writer.hex(id.replaceAll('-', '')),
    read: (reader) => ({ id: toDashedUuid(reader.hex(16)) }),
  });
}
