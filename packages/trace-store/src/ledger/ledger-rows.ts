import type { LedgerGap, LedgerMinute, LedgerSums, UnbalancedMessage } from '../message-ledger.js';
import type { LedgerPart, LedgerScope } from './ledger-statements.js';

type SumsInRow = readonly [
  accepted: number,
  stored: number,
  deadLettered: number,
  removed: number,
  expired: number,
  pending: number,
  unaccounted: number,
];
export type MinuteRow = readonly [minute: number, project: string, ...SumsInRow];
export type MessageRow = readonly [
  partition: number,
  position: string,
  project: string,
  received: string,
  ...SumsInRow,
];
export type GapRow = readonly [
  partition: number,
  position: string,
  received: string,
  offsets: number,
  numbers: number,
  writer: string,
  missing: number,
];

export function toScope([partition, ...positions]: readonly string[]): LedgerScope {
  const [first = 0n, last = 0n, firstBlock = 0n, lastBlock = 0n, ...rest] = positions.map(BigInt);
  const [firstReceived = 0n, lastReceived = 0n, retries = 0n] = rest;
  const blocks = { firstBlock, lastBlock, firstReceived, lastReceived };
  return { partition: Number(partition), first, last, ...blocks, retries };
}

export function toRetry([
  partition,
  position = '0',
]: readonly string[]): LedgerPart['retries'][number] {
  return { partition: Number(partition), position: BigInt(position) };
}

export function toMinute([minute, projectId, ...sums]: MinuteRow): LedgerMinute {
  return { minute: BigInt(minute), projectId, ...toSums(sums) };
}

export function toMessage([
  partition,
  position,
  projectId,
  received,
  ...sums
]: MessageRow): UnbalancedMessage {
  return {
    logPartition: partition,
    logOffset: BigInt(position),
    projectId,
    receivedAt: BigInt(received),
    ...toSums(sums),
  };
}

/**
 * Converts rows to gaps. One row may describe two gaps: one in the offsets and one in the message numbers. Every row
 * contains the total of all gaps.
 */
export function toGaps(rows: readonly GapRow[]) {
  const gaps = rows.flatMap(([partition, position, received, offsets, numbers, writer]) => {
    const message = {
      logPartition: partition,
      logOffset: BigInt(position),
      receivedAt: BigInt(received),
    };
    const both: readonly LedgerGap[] = [
      { ...message, missing: offsets, writer: undefined },
      { ...message, missing: numbers, writer },
    ];
    return both.filter(({ missing }) => missing > 0);
  });
  return { gaps, missing: rows[0]?.[6] ?? 0 };
}

export function addSums(left: LedgerSums, right: LedgerSums): LedgerSums {
  return {
    accepted: left.accepted + right.accepted,
    stored: left.stored + right.stored,
    deadLettered: left.deadLettered + right.deadLettered,
    removed: left.removed + right.removed,
    expired: left.expired + right.expired,
    pending: left.pending + right.pending,
    unaccounted: left.unaccounted + right.unaccounted,
  };
}

function toSums([accepted, stored, deadLettered, ...rest]: SumsInRow): LedgerSums {
  const [removed, expired, pending, unaccounted] = rest;
  return { accepted, stored, deadLettered, removed, expired, pending, unaccounted };
}
