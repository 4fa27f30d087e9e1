/** Why an attempt is repeated, coarse enough for a label. */
export const RETRY_CLASSES = ['unreachable', 'timed_out', 'overloaded', 'other'] as const;
export type RetryClass = (typeof RETRY_CLASSES)[number];

const CODES: Readonly<Record<Exclude<RetryClass, 'other'>, readonly string[]>> = {
  unreachable: [
    ...['LOG_UNAVAILABLE', 'CLICKHOUSE_UNAVAILABLE', 'PROXY', 'NETWORK_ERROR', 'DNS_ERROR'],
    ...['ALL_CONNECTION_TRIES_FAILED', 'NO_ZOOKEEPER', 'KEEPER_EXCEPTION', 'TABLE_IS_READ_ONLY'],
  ],
  timed_out: ['TIMEOUT_EXCEEDED', 'REQUEST_TIMEOUT', 'SOCKET_TIMEOUT', 'ETIMEDOUT', 'TOO_SLOW'],
  overloaded: [
    ...['TOO_MANY_PARTS', 'TOO_MANY_SIMULTANEOUS_QUERIES', 'MEMORY_LIMIT_EXCEEDED'],
    ...['NOT_ENOUGH_SPACE', 'CANNOT_ALLOCATE_MEMORY', 'QUOTA_EXCEEDED', 'NO_FREE_CONNECTION'],
    'CANNOT_SCHEDULE_TASK',
  ],
};

const CLASS_BY_CODE = new Map<string, RetryClass>(
  (['unreachable', 'timed_out', 'overloaded'] as const).flatMap((name) =>
    CODES[name].map((code) => [code, name] as const),
  ),
);
/** Node's names of network errors. */
const SYSTEM_ERROR = /^E[A-Z]+$/;

export function toRetryClass(code: string): RetryClass {
  return CLASS_BY_CODE.get(code) ?? (SYSTEM_ERROR.test(code) ? 'unreachable' : 'other');
}
