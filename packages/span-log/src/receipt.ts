import type { TokenSigner } from '@spanhouse/service-runtime';
import type { LogPosition } from './log-position.js';
import { VarintReader, writeVarint } from './varint.js';

/** Partition → the committed offset from which on everything behind the receipt is stored. */
export type ReceiptTarget = ReadonlyMap<number, number>;

/** A message of one write, and how many of its spans are in it. */
export interface ReceiptPosition extends LogPosition {
  readonly spanCount: number;
}

/** What a receipt says. */
export interface Receipt {
  readonly positions: readonly ReceiptPosition[];
  readonly target: ReceiptTarget;
}

/** Opaque, signed texts that say where the spans of one accepted write stand in the log. */
export interface ReceiptCodec {
  issue(receipt: {
    readonly logId: string;
    readonly projectId: string;
    readonly positions: readonly ReceiptPosition[];
    readonly issuedAtMs: number;
  }): string;
  /** undefined for anything that `issue` did not return for this project and log, or before that time. */
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
/** 2: counts the spans of each message. */
const formatVersion = 2;

export const createReceiptCodec = ({ signer }: { signer: TokenSigner }): ReceiptCodec => ({
  issue({ logId, projectId, positions, issuedAtMs }) {
    const bytes = [formatVersion];
    writeText(bytes, logId);
    writeText(bytes, projectId);
    writeVarint(bytes, issuedAtMs);
    let last = start;
    for (const position of [...positions].sort(byPlace)) {
      writeVarint(bytes, position.partition - last.partition);
      const isSamePartition = position.partition === last.partition;
      writeVarint(bytes, isSamePartition ? position.offset - last.offset : position.offset);
      writeVarint(bytes, position.spanCount);
      last = position;
    }
    return signer.sign(Uint8Array.from(bytes), purpose);
  },

  read(token, { projectId, logId, issuedAfterMs }) {
    const payload = signer.verify(token, purpose);
    if (payload === undefined) return undefined;
    const reader = new VarintReader(payload);
    if (reader.readVarint() !== formatVersion) return undefined;
    if (reader.readText() !== logId || reader.readText() !== projectId) return undefined;
    const issuedAtMs = reader.readVarint();
    if (issuedAtMs === undefined || issuedAtMs <= issuedAfterMs) return undefined;
    const positions = readPositions(reader);
    return positions && { positions, target: targetOf(positions) };
  },
});

/** The target that is reached once every one of `targets` is. */
export const mergeTargets = (targets: readonly ReceiptTarget[]): ReceiptTarget => {
  const merged = new Map<number, number>();
  for (const [partition, offset] of targets.flatMap((target) => [...target])) {
    merged.set(partition, Math.max(offset, merged.get(partition) ?? 0));
  }
  return merged;
};

const targetOf = (positions: readonly LogPosition[]): ReceiptTarget =>
  mergeTargets(positions.map(({ partition, offset }) => new Map([[partition, offset + 1]])));

const start: LogPosition = { partition: 0, offset: 0 };

const byPlace = (left: LogPosition, right: LogPosition): number =>
  left.partition - right.partition || left.offset - right.offset;

const readPositions = (reader: VarintReader): readonly ReceiptPosition[] | undefined => {
  const positions: ReceiptPosition[] = [];
  let last = start;
  while (!reader.isAtEnd) {
    const step = reader.readVarint();
    const offsetStep = reader.readVarint();
    const spanCount = reader.readVarint();
    if (step === undefined || offsetStep === undefined || spanCount === undefined) return undefined;
    const partition = last.partition + step;
    const offset = step === 0 ? last.offset + offsetStep : offsetStep;
    const position = { partition, offset, spanCount };
    positions.push(position);
    last = position;
  }
  return positions;
};

const writeText = (bytes: number[], text: string): void => {
  const encoded = Buffer.from(text, 'utf8');
  writeVarint(bytes, encoded.length);
  bytes.push(...encoded);
};
