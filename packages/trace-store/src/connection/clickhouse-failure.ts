import { ClickHouseError } from '@clickhouse/client';
import { AppError } from '@spanhouse/service-runtime';

/** The failure of a statement. Its kind determines what the caller does next. */
export interface ClickHouseFailure {
  /**
   * - `refused`: the rows are invalid, so a smaller block may succeed.
   * - `unavailable`: the same statement may succeed later.
   * - `deadline`: ClickHouse reached the time limit of the statement.
   * - `unknown`: any other failure, such as an error in the statement.
   */
  readonly kind: 'refused' | 'unavailable' | 'deadline' | 'unknown';
  /** The name that ClickHouse or Node gives the error, or a separate name for an error from the client. */
  readonly code: string;
  readonly reason: string;
}

/**
 * Errors that invalid rows in a block cause. The list MUST be complete: only after one of these errors are the invalid
 * rows dropped and the other rows stored.
 */
const refused = numbers({
  ATTEMPT_TO_READ_AFTER_EOF: 32,
  CANNOT_READ_ALL_DATA: 33,
  INCORRECT_DATA: 117,
  TOO_LARGE_ARRAY_SIZE: 128,
  TOO_LARGE_STRING_SIZE: 131,
  VIOLATED_CONSTRAINT: 469,
  ZSTD_DECODER_FAILED: 561,
});

/**
 * Temporary errors. They occur while the server, its disk or its Keeper is overloaded, unreachable or shutting down.
 */
const unavailable = numbers({
  CANNOT_READ_FROM_FILE_DESCRIPTOR: 74,
  CANNOT_WRITE_TO_FILE_DESCRIPTOR: 75,
  CANNOT_OPEN_FILE: 76,
  TOO_SLOW: 160,
  CANNOT_ALLOCATE_MEMORY: 173,
  DNS_ERROR: 198,
  QUOTA_EXCEEDED: 201,
  TOO_MANY_SIMULTANEOUS_QUERIES: 202,
  NO_FREE_CONNECTION: 203,
  CANNOT_FSYNC: 204,
  SOCKET_TIMEOUT: 209,
  NETWORK_ERROR: 210,
  NO_ZOOKEEPER: 225,
  ABORTED: 236,
  MEMORY_LIMIT_EXCEEDED: 241,
  TABLE_IS_READ_ONLY: 242,
  NOT_ENOUGH_SPACE: 243,
  TOO_MANY_PARTS: 252,
  ALL_CONNECTION_TRIES_FAILED: 279,
  TOO_FEW_LIVE_REPLICAS: 285,
  UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE: 286,
  REPLICA_IS_NOT_IN_QUORUM: 289,
  UNKNOWN_STATUS_OF_INSERT: 319,
  ALL_REPLICAS_ARE_STALE: 369,
  QUERY_WAS_CANCELLED: 394,
  SYSTEM_ERROR: 425,
  CANNOT_SCHEDULE_TASK: 439,
  DEADLOCK_AVOIDED: 473,
  S3_ERROR: 499,
  CANNOT_ASSIGN_ALTER: 517,
  KEEPER_EXCEPTION: 999,
});

/**
 * Errors in `refused` that also have other causes: a shard disconnects while it sends its answer, or a part cannot be
 * read.
 */
const cutOff = numbers({ ATTEMPT_TO_READ_AFTER_EOF: 32, CANNOT_READ_ALL_DATA: 33 });
const fromElsewhere = /while (?:receiving packet from|reading from (?:socket|part))/;

const TIMEOUT_EXCEEDED = 159;
const MAX_REASON_CHARS = 500;
/** Pattern of the client's error message when its own time limit is exceeded. */
const clientTimeout = /^Timeout error/;
const proxyAnswer = /bad gateway|service (temporarily )?unavailable|gateway time-?out/i;

/** Classifies an error from the client, the network or ClickHouse. The reason is truncated to 500 characters. */
export function toClickHouseFailure(error: unknown): ClickHouseFailure {
  if (error instanceof ClickHouseError) {
    return serverFailure(error);
  }
  const { code, message } = describe(error);
  const reason = message.slice(0, MAX_REASON_CHARS);
  if (code !== undefined) {
    return { kind: 'unavailable', code, reason };
  }
  if (clientTimeout.test(message)) {
    return { kind: 'unavailable', code: 'REQUEST_TIMEOUT', reason };
  }
  if (proxyAnswer.test(message)) {
    return { kind: 'unavailable', code: 'PROXY', reason };
  }
  return { kind: 'unknown', code: 'UNKNOWN', reason };
}

/**
 * Creates a retryable error with the code CLICKHOUSE_UNAVAILABLE. Its message contains `what`, the error code and the
 * reason.
 */
export function clickhouseUnavailable(what: string, cause: unknown): AppError {
  const { code, reason } = toClickHouseFailure(cause);
  const message = `${what}: ${code} ${reason}`;
  return new AppError('CLICKHOUSE_UNAVAILABLE', message, { retryable: true, cause });
}

function serverFailure(error: ClickHouseError): ClickHouseFailure {
  const number = Number(error.code);
  const code = error.type ?? `CLICKHOUSE_${error.code}`;
  const reason = error.message.slice(0, MAX_REASON_CHARS);
  if (cutOff.has(number) && fromElsewhere.test(error.message)) {
    return { kind: 'unavailable', code, reason };
  }
  if (refused.has(number)) {
    return { kind: 'refused', code, reason };
  }
  if (number === TIMEOUT_EXCEEDED) {
    return { kind: 'deadline', code, reason };
  }
  return { kind: unavailable.has(number) ? 'unavailable' : 'unknown', code, reason };
}

function numbers(codes: Readonly<Record<string, number>>): ReadonlySet<number> {
  return new Set(Object.values(codes));
}

interface ErrorLike {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
}

/** Returns the code and message of an error. For network errors, Node may set the code only on the error's cause. */
function describe(error: unknown): { code: string | undefined; message: string } {
  const { message, code, cause }: ErrorLike = typeof error === 'object' && error ? error : {};
  const text = typeof message === 'string' ? message : String(error);
  if (typeof code === 'string') {
    return { code, message: text || code };
  }
  if (cause !== undefined) {
    return { ...describe(cause), message: text };
  }
  return { code: text === 'socket hang up' ? 'ECONNRESET' : undefined, message: text };
}
