import type { Clock, Logger, SelfTracer } from '@spanhouse/service-runtime';
import type { ClickHouseConfig } from '../clickhouse-config.js';
import { jsonRows } from '../connection/json-rows.js';
import {
  type RunStatement,
  type StatementRunnerOptions,
  withDeadline,
} from '../connection/run-statement.js';
import { closeRunner, openRunner } from '../connection/statement-runner.js';
import { tableRows } from '../connection/table-rows.js';
import type {
  LedgerAudit,
  LedgerBalance,
  LedgerMinute,
  LedgerSelection,
  LedgerSums,
  UnbalancedMessage,
} from '../message-ledger.js';
import {
  type LedgerPart,
  type LedgerScope,
  selectGaps,
  selectLedgerMinutes,
  selectLedgerRetries,
  selectLedgerScopes,
  selectLedgerSums,
  selectUnbalanced,
} from '../sql/ledger-statements.js';
import { toGaps } from './ledger-gaps.js';
import { planParts } from './ledger-parts.js';

/** More of them say nothing new. */
const MAX_NAMED = 100;

/** A part compares a million rows, of which it holds some bytes each. */
const PART_MEMORY_BYTES = 2_147_483_648;

interface AuditDependencies {
  readonly logger: Logger;
  readonly clock: Clock;
  readonly tracer?: SelfTracer | undefined;
}

/** Opens nothing until the first call. */
export function createLedgerAudit(
  config: ClickHouseConfig,
  dependencies: AuditDependencies,
): LedgerAudit {
  const limits = {
    QUERY_DEADLINE_MS: config.CLICKHOUSE_REQUEST_TIMEOUT_MS,
    QUERY_MAX_MEMORY_BYTES: PART_MEMORY_BYTES,
  };
  // One connection: it compares one part after the other, in the background.
  return new ClickHouseLedgerAudit(openRunner({ ...config, ...limits }, 1, dependencies));
}

/** Compares the ledger of ClickHouse with its rows. */
class ClickHouseLedgerAudit implements LedgerAudit {
  readonly #options: StatementRunnerOptions;

  constructor(options: StatementRunnerOptions) {
    this.#options = options;
  }

  async balance(
    selection: LedgerSelection,
    committed: readonly bigint[],
    signal: AbortSignal,
  ): Promise<LedgerBalance> {
    const run = (work: (run: RunStatement) => Promise<LedgerBalance>) =>
      withDeadline(this.#options, signal, work);
    const parts = await withDeadline(this.#options, signal, (ask) => readParts(ask, selection));
    const balances: LedgerBalance[] = [];
    for (const part of parts) {
      // Each part has the whole time limit: a long selection is many reads.
      balances.push(await run((ask) => readBalance(ask, part, committed)));
    }
    return {
      minutes: balances.flatMap(({ minutes }) => minutes),
      unbalanced: balances.flatMap(({ unbalanced }) => unbalanced).slice(0, MAX_NAMED),
      gaps: balances.flatMap(({ gaps }) => gaps).slice(0, MAX_NAMED),
    };
  }

  async close(): Promise<void> {
    await closeRunner(this.#options);
  }
}

/** Divides a range of time into parts that a statement can compare. */
async function readParts(
  run: RunStatement,
  selection: LedgerSelection,
): Promise<readonly LedgerSelection[]> {
  if (!('oldest' in selection)) {
    return [selection];
  }
  const rows = tableRows(await run(selectLedgerMinutes(selection)));
  const minutes = rows.map(([minute = '0', spans]) => ({
    minute: BigInt(minute),
    spans: Number(spans),
  }));
  return planParts(selection, minutes);
}

async function readBalance(
  run: RunStatement,
  selection: LedgerSelection,
  committed: readonly bigint[],
): Promise<LedgerBalance> {
  const scopes = tableRows(await run(selectLedgerScopes(selection))).map(toScope);
  if (scopes.length === 0) {
    return { minutes: [], unbalanced: [], gaps: [] };
  }
  const retries = tableRows(await run(selectLedgerRetries(selection))).map(
    ([partition, place = '0']) => ({ partition: Number(partition), place: BigInt(place) }),
  );
  const part: LedgerPart = { selection, scopes, retries, committed };
  const minutes = jsonRows<MinuteRow>(await run(selectLedgerSums(part))).map(toMinute);
  const isBalanced = minutes.every(({ unaccounted }) => unaccounted === 0);
  const unbalanced = isBalanced
    ? []
    : jsonRows<MessageRow>(await run(selectUnbalanced(part, MAX_NAMED))).map(toMessage);
  const gaps = toGaps(tableRows(await run(selectGaps(scopes))));
  return { minutes, unbalanced, gaps };
}

function toScope([partition, ...places]: readonly string[]): LedgerScope {
  const [first, last, firstBlock, lastBlock, firstReceived, lastReceived] = places.map(BigInt);
  return {
    partition: Number(partition),
    first: first ?? 0n,
    last: last ?? 0n,
    firstBlock: firstBlock ?? 0n,
    lastBlock: lastBlock ?? 0n,
    firstReceived: firstReceived ?? 0n,
    lastReceived: lastReceived ?? 0n,
  };
}

type SumsInRow = readonly [
  accepted: number,
  stored: number,
  deadLettered: number,
  removed: number,
  expired: number,
  pending: number,
  unaccounted: number,
];
type MinuteRow = readonly [minute: number, project: string, ...SumsInRow];
type MessageRow = readonly [
  partition: number,
  place: string,
  project: string,
  received: string,
  ...SumsInRow,
];

function toSums([accepted, stored, deadLettered, ...rest]: SumsInRow): LedgerSums {
  const [removed, expired, pending, unaccounted] = rest;
  return { accepted, stored, deadLettered, removed, expired, pending, unaccounted };
}

function toMinute([minute, projectId, ...sums]: MinuteRow): LedgerMinute {
  return { minute: BigInt(minute), projectId, ...toSums(sums) };
}

function toMessage([
  partition,
  place,
  projectId,
  received,
  ...sums
]: MessageRow): UnbalancedMessage {
  return {
    logPartition: partition,
    logOffset: BigInt(place),
    projectId,
    receivedAt: BigInt(received),
    ...toSums(sums),
  };
}
