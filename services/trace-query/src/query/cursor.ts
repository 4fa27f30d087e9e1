import { createHash } from 'node:crypto';
import type { TokenSigner } from '@spanhouse/service-runtime';
import type { SpanPosition, TracePosition } from '@spanhouse/trace-store/reader';
import type { QueryWindow } from './query-window.js';
import { TokenReader, TokenWriter } from './token-bytes.js';

/** Everything a later page needs to know of the first one. */
export interface Cursor<Position> {
  readonly window: QueryWindow;
  /** Of the last item so far. */
  readonly position: Position;
  /** `snapshot[partition]`: what was stored when the first page was read. */
  readonly snapshot: readonly bigint[];
}

/** What a token is good for: the next page of this list and no other. */
interface CursorScope {
  readonly project_id: string;
  /** JSON with bigints: what selects the items. */
  readonly filter: unknown;
}

/**
 * Cursors as opaque, signed tokens. A token never has the form of a UUID, stays below 1 kB up to
 * about 100 log partitions, and does not expire while the secret is the same.
 */
export interface CursorCodec<Position> {
  encode(cursor: Cursor<Position>, scope: CursorScope): string;
  /** undefined for anything `encode` did not return for this scope. */
  decode(token: string, scope: CursorScope): Cursor<Position> | undefined;
}

interface PositionFormat<Position> {
  readonly purpose: string;
  write(writer: TokenWriter, position: Position): void;
  read(reader: TokenReader): Position;
}

/** The first base64 character is `y`: no hex digit, so no token can be read as a UUID. */
const FORMAT_VERSION = 0xc8;
const SCOPE_BYTES = 16;
const FLAGS = { ascending: 1, oldest: 2, newest: 4, rate: 8, boundary: 16 };

export function createSpanCursors(signer: TokenSigner): CursorCodec<SpanPosition> {
  return createCursorCodec(signer, {
    purpose: 'span-cursor',
    write(writer, { start_time, trace_id, span_id }) {
      writer.int64(start_time);
      writer.hex(trace_id);
      writer.hex(span_id);
    },
    read: (reader) => ({
      start_time: reader.int64(),
      trace_id: reader.hex(16),
      span_id: reader.hex(8),
    }),
  });
}

export function createTraceCursors(signer: TokenSigner): CursorCodec<TracePosition> {
  return createCursorCodec(signer, {
    purpose: 'trace-cursor',
    write(writer, { rank, trace_id }) {
      writer.int64(rank);
      writer.hex(trace_id);
    },
    read: (reader) => ({ rank: reader.int64(), trace_id: reader.hex(16) }),
  });
}

/** A codec for lists whose items have a position of this format. */
export function createCursorCodec<Position>(
  signer: TokenSigner,
  format: PositionFormat<Position>,
): CursorCodec<Position> {
  return {
    encode({ window, position, snapshot }, scope) {
      const writer = new TokenWriter();
      writer.uint8(FORMAT_VERSION);
      writer.bytes(digestOf(scope));
      writeWindow(writer, window);
      format.write(writer, position);
      writeSnapshot(writer, snapshot);
      return signer.sign(writer.toBytes(), format.purpose);
    },
    decode(token, scope) {
      const payload = signer.verify(token, format.purpose);
      if (payload === undefined) return undefined;
      const reader = new TokenReader(payload);
      if (reader.uint8() !== FORMAT_VERSION) return undefined;
      if (!digestOf(scope).equals(reader.bytes(SCOPE_BYTES))) return undefined;
      const window = readWindow(reader);
      return { window, position: format.read(reader), snapshot: readSnapshot(reader) };
    },
  };
}

function digestOf({ project_id, filter }: CursorScope): Buffer {
  const text = JSON.stringify([project_id, filter ?? null], (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
  return createHash('sha256').update(text).digest().subarray(0, SCOPE_BYTES);
}

function writeWindow(writer: TokenWriter, window: QueryWindow): void {
  const { order, oldest, newest, rate, boundary, limit } = window;
  const flags =
    (order === 'ascending' ? FLAGS.ascending : 0) |
    (oldest === undefined ? 0 : FLAGS.oldest) |
    (newest === undefined ? 0 : FLAGS.newest) |
    (rate === undefined ? 0 : FLAGS.rate) |
    (boundary === undefined ? 0 : FLAGS.boundary);
  writer.uint8(flags);
  writer.varint(BigInt(limit));
  if (oldest !== undefined) writer.int64(oldest);
  if (newest !== undefined) writer.int64(newest);
  if (rate !== undefined) writer.float64(rate);
  if (boundary !== undefined) {
    writer.int64(boundary.from);
    writer.int64(boundary.to);
    writer.hex(boundary.span_id);
  }
}

function readWindow(reader: TokenReader): QueryWindow {
  const flags = reader.uint8();
  const has = (flag: number) => (flags & flag) !== 0;
  return {
    order: has(FLAGS.ascending) ? 'ascending' : 'descending',
    limit: Number(reader.varint()),
    oldest: has(FLAGS.oldest) ? reader.int64() : undefined,
    newest: has(FLAGS.newest) ? reader.int64() : undefined,
    rate: has(FLAGS.rate) ? reader.float64() : undefined,
    ...(has(FLAGS.boundary) && {
      boundary: { from: reader.int64(), to: reader.int64(), span_id: reader.hex(8) },
    }),
  };
}

const OFFSET_BITS = 48n;
const OFFSET_MASK = (1n << OFFSET_BITS) - 1n;

/** The generation once: the partitions of a log share it, and offsets alone are short. */
function writeSnapshot(writer: TokenWriter, snapshot: readonly bigint[]): void {
  writer.varint((snapshot[0] ?? 0n) >> OFFSET_BITS);
  writer.varint(BigInt(snapshot.length));
  for (const position of snapshot) writer.varint(position & OFFSET_MASK);
}

function readSnapshot(reader: TokenReader): bigint[] {
  const generation = reader.varint() << OFFSET_BITS;
  const length = Number(reader.varint());
  return Array.from({ length }, () => generation | reader.varint());
}
