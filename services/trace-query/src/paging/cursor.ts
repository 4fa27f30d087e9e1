import { createHash } from 'node:crypto';
import {
  readTokenPayload,
  type TokenPayloadReader,
  TokenPayloadWriter,
  type TokenSigner,
} from '@spanhouse/service-runtime';
import { generationOf, partitionOffsetOf, toLogOffset } from '@spanhouse/span-row';
import type { SpanPosition, TracePosition } from '@spanhouse/trace-store/reader';
import type { QueryWindow } from './query-window.js';
import { hex, int64, readMembers, type TokenMembers, writeMembers } from './token.js';

/** Content of the token that identifies the next page of a list. */
export interface Cursor<Position> {
  readonly window: QueryWindow;
  /** Position of the last returned item. */
  readonly position: Position;
  /** Per partition, the log position up to which spans were stored when the first page was read. */
  readonly snapshot: readonly bigint[];
}

/** Identity of the list that a token belongs to. For any other list, the token is invalid. */
interface CursorScope {
  readonly project_id: string;
  /** The filter of the list: any value that can be serialized as JSON with bigints. */
  readonly filter: unknown;
}

/**
 * Converts cursors to opaque, signed tokens and back. Tokens never look like UUIDs, and are shorter than 1 kB for up to
 * about 100 log partitions. They are valid until the secret changes.
 */
export interface CursorCodec<Position> {
  encode(cursor: Cursor<Position>, scope: CursorScope): string;
  /** Decodes a token. Returns undefined if it did not come from `encode` with the same scope. */
  decode(token: string, scope: CursorScope): Cursor<Position> | undefined;
}

/**
 * First byte of a token. It makes the first base64 character `y`, which is not a hex digit, so that no token looks like
 * a UUID.
 */
const FORMAT_VERSION = 0xc8;
const SCOPE_BYTES = 16;
const flagBits = { ascending: 1, oldest: 2, newest: 4, rate: 8, boundary: 16 };

/** Creates cursors for lists of spans. */
export function createSpanCursors(signer: TokenSigner): CursorCodec<SpanPosition> {
  const members = { start_time: int64, trace_id: hex(16), span_id: hex(8) };
  return createCursorCodec(signer, 'span-cursor', members);
}

/** Creates cursors for lists of traces. */
export function createTraceCursors(signer: TokenSigner): CursorCodec<TracePosition> {
  return createCursorCodec(signer, 'trace-cursor', { rank: int64, trace_id: hex(16) });
}

/** Creates cursors for lists whose positions have the given members. `purpose` MUST be unique for each kind of list. */
export function createCursorCodec<Position>(
  signer: TokenSigner,
  purpose: string,
  members: TokenMembers<Position>,
): CursorCodec<Position> {
  return {
    encode({ window, position, snapshot }, scope) {
      const writer = new TokenPayloadWriter();
      writer.uint8(FORMAT_VERSION);
      writer.bytes(digestOf(scope));
      writeWindow(writer, window);
      writeMembers(writer, members, position);
      writeSnapshot(writer, snapshot);
      return signer.sign(writer.toBytes(), purpose);
    },
    decode(token, scope) {
      const payload = signer.verify(token, purpose);
      if (payload === undefined) {
        return undefined;
      }
      return readTokenPayload(payload, (reader) => {
        if (reader.uint8() !== FORMAT_VERSION) {
          return undefined;
        }
        if (!digestOf(scope).equals(reader.bytes(SCOPE_BYTES))) {
          return undefined;
        }
        const window = readWindow(reader);
        return { window, position: readMembers(reader, members), snapshot: readSnapshot(reader) };
      });
    },
  };
}

function digestOf({ project_id, filter }: CursorScope): Buffer {
  const text = JSON.stringify([project_id, filter ?? null], (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
  return createHash('sha256').update(text).digest().subarray(0, SCOPE_BYTES);
}

function writeWindow(writer: TokenPayloadWriter, window: QueryWindow): void {
  const { order, oldest, newest, rate, boundary, limit } = window;
  const flags =
    (order === 'ascending' ? flagBits.ascending : 0) |
    (oldest === undefined ? 0 : flagBits.oldest) |
    (newest === undefined ? 0 : flagBits.newest) |
    (rate === undefined ? 0 : flagBits.rate) |
    (boundary === undefined ? 0 : flagBits.boundary);
  writer.uint8(flags);
  writer.varint(limit);
  if (oldest !== undefined) {
    writer.int64(oldest);
  }
  if (newest !== undefined) {
    writer.int64(newest);
  }
  if (rate !== undefined) {
    writer.float64(rate);
  }
  if (boundary !== undefined) {
    writer.int64(boundary.from);
    writer.int64(boundary.to);
    writer.hex(boundary.span_id);
  }
}

function readWindow(reader: TokenPayloadReader): QueryWindow {
  const flags = reader.uint8();
  const has = (flag: number) => (flags & flag) !== 0;
  return {
    order: has(flagBits.ascending) ? 'ascending' : 'descending',
    limit: reader.varint(),
    oldest: has(flagBits.oldest) ? reader.int64() : undefined,
    newest: has(flagBits.newest) ? reader.int64() : undefined,
    rate: has(flagBits.rate) ? reader.float64() : undefined,
    ...(has(flagBits.boundary) && {
      boundary: { from: reader.int64(), to: reader.int64(), span_id: reader.hex(8) },
    }),
  };
}

/**
 * Writes a snapshot. The generation is written only once, because all partitions of a log share it. The offsets without
 * the generation are short.
 */
function writeSnapshot(writer: TokenPayloadWriter, snapshot: readonly bigint[]): void {
  writer.varint(Number(generationOf(snapshot[0] ?? 0n)));
  writer.varint(snapshot.length);
  for (const position of snapshot) {
    writer.varint(Number(partitionOffsetOf(position)));
  }
}

function readSnapshot(reader: TokenPayloadReader): bigint[] {
  const generation = reader.varint();
  const length = reader.varint();
  return Array.from({ length }, () => toLogOffset(generation, reader.varint()));
}
