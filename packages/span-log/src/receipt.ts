import {
  readTokenPayload,
  type TokenPayloadReader,
  TokenPayloadWriter,
  type TokenSigner,
} from '@spanhouse/service-runtime';
import type { LogPosition } from './messages/log-position.js';

/**
 * For each partition, the offset that must be committed. Once all of these offsets are committed, every span that the
 * receipt covers is stored or dead-lettered.
 */
export type ReceiptTarget = ReadonlyMap<number, number>;

/** The position of one message of a write, and the number of spans in that message. */
export interface ReceiptPosition extends LogPosition {
  readonly spanCount: number;
}

export interface Receipt {
  readonly positions: readonly ReceiptPosition[];
  readonly target: ReceiptTarget;
}

/**
 * Issues and reads receipts. A receipt is an opaque, signed string that contains the log positions of an accepted
 * write. See docs/api/receipts.md and docs/adr/044-answer-a-write-with-a-signed-receipt.md.
 */
export interface ReceiptCodec {
  /** Returns the receipt for a write. The length of a receipt depends only on the number of messages. */
  issue(receipt: {
    readonly logId: string;
    readonly projectId: string;
    readonly positions: readonly ReceiptPosition[];
    readonly issuedAtMs: number;
  }): string;
  /**
   * Reads a receipt. Returns `undefined` unless the receipt was signed with the same secret, for this project and log,
   * after `issuedAfterMs`.
   */
  read(
    token: string,
    expected: {
      readonly projectId: string;
      readonly logId: string;
      readonly issuedAfterMs: number;
    },
  ): Receipt | undefined;
}

const purpose = 'ingest-receipt';
/** Version of the format. Since version 2, a receipt contains the number of spans in each message. */
const FORMAT_VERSION = 2;

/** Creates a codec. It sorts the positions and stores their differences, which keeps receipts short. */
export function createReceiptCodec({ signer }: { signer: TokenSigner }): ReceiptCodec {
  return {
    issue({ logId, projectId, positions, issuedAtMs }) {
      const writer = new TokenPayloadWriter();
      writer.varint(FORMAT_VERSION);
      writer.text(logId);
      writer.text(projectId);
      writer.varint(issuedAtMs);
      let last = start;
      for (const position of [...positions].sort(byPosition)) {
        const isSamePartition = position.partition === last.partition;
        writer.varint(position.partition - last.partition);
        writer.varint(isSamePartition ? position.offset - last.offset : position.offset);
        writer.varint(position.spanCount);
        last = position;
      }
      return signer.sign(writer.toBytes(), purpose);
    },

    read(token, { projectId, logId, issuedAfterMs }) {
      const payload = signer.verify(token, purpose);
      if (payload === undefined) {
        return undefined;
      }
      return readTokenPayload(payload, (reader) => {
        const isOfWrite =
          reader.varint() === FORMAT_VERSION &&
          reader.text() === logId &&
          reader.text() === projectId &&
          reader.varint() > issuedAfterMs;
        if (!isOfWrite) {
          return undefined;
        }
        const positions = readPositions(reader);
        return { positions, target: targetOf(positions) };
      });
    },
  };
}

/** Returns a target that is reached once all `targets` are reached. */
export function mergeTargets(targets: readonly ReceiptTarget[]): ReceiptTarget {
  const merged = new Map<number, number>();
  for (const [partition, offset] of targets.flatMap((target) => [...target])) {
    merged.set(partition, Math.max(offset, merged.get(partition) ?? 0));
  }
  return merged;
}

function targetOf(positions: readonly LogPosition[]): ReceiptTarget {
  return mergeTargets(positions.map(({ partition, offset }) => new Map([[partition, offset + 1]])));
}

const start: LogPosition = { partition: 0, offset: 0 };

function byPosition(left: LogPosition, right: LogPosition): number {
  return left.partition - right.partition || left.offset - right.offset;
}

function readPositions(reader: TokenPayloadReader): readonly ReceiptPosition[] {
  const positions: ReceiptPosition[] = [];
  let last = start;
  while (!reader.isAtEnd) {
    const step = reader.varint();
    const offsetStep = reader.varint();
    const position = {
      partition: last.partition + step,
      offset: step === 0 ? last.offset + offsetStep : offsetStep,
      spanCount: reader.varint(),
    };
    positions.push(position);
    last = position;
  }
  return positions;
}
