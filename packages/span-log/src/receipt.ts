import type { TokenSigner } from '@spanhouse/service-runtime';
import type { LogPosition } from './log-position.js';
import { VarintReader, writeVarint } from './varint.js';

/** Partition → the committed offset from which on everything behind the receipt is stored. */
export type ReceiptTarget = ReadonlyMap<number, number>;

/** Opaque, signed texts that say where the spans of one accepted write stand in the log. */
export interface ReceiptCodec {
  issue(receipt: {
    readonly logId: string;
    readonly projectId: string;
    readonly positions: readonly LogPosition[];
    readonly issuedAtMs: number;
  }): string;
  /** undefined for anything that `issue` did not return for this project and log. */
  read(
    token: string,
    expected: { readonly projectId: string; readonly logId: string },
  ): ReceiptTarget | undefined;
}

const purpose = 'ingest-receipt';
const formatVersion = 1;

export const createReceiptCodec = ({ signer }: { signer: TokenSigner }): ReceiptCodec => ({
  issue({ logId, projectId, positions, issuedAtMs }) {
    const bytes = [formatVersion];
    writeText(bytes, logId);
    writeText(bytes, projectId);
    writeVarint(bytes, issuedAtMs);
    const target = [...targetOf(positions)].sort(([left], [right]) => left - right);
    let previous = 0;
    for (const [partition, offset] of target) {
      writeVarint(bytes, partition - previous);
      writeVarint(bytes, offset);
      previous = partition;
    }
    return signer.sign(Uint8Array.from(bytes), purpose);
  },

  read(token, { projectId, logId }) {
    const payload = signer.verify(token, purpose);
    if (payload === undefined) return undefined;
    const reader = new VarintReader(payload);
    if (reader.readVarint() !== formatVersion) return undefined;
    if (reader.readText() !== logId || reader.readText() !== projectId) return undefined;
    return reader.readVarint() === undefined ? undefined : readTarget(reader);
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

const readTarget = (reader: VarintReader): ReceiptTarget | undefined => {
  const target = new Map<number, number>();
  let partition = 0;
  while (!reader.isAtEnd) {
    const step = reader.readVarint();
    const offset = reader.readVarint();
    if (step === undefined || offset === undefined) return undefined;
    partition += step;
    target.set(partition, offset);
  }
  return target;
};

const writeText = (bytes: number[], text: string): void => {
  const encoded = Buffer.from(text, 'utf8');
  writeVarint(bytes, encoded.length);
  bytes.push(...encoded);
};
