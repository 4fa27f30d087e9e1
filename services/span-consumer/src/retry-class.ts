/** Classes of reasons for a retry. Their number is small enough for a metric label. */
export const retryClasses = ['unreachable', 'timed_out', 'overloaded', 'other'] as const;
export type RetryClass = (typeof retryClasses)[number];

/** Error codes by class. All other codes belong to the class `other`. */
const codes: Readonly<Record<Exclude<RetryClass, 'other'>, readonly string[]>> = {
  unreachable: [
    'LOG_UNAVAILABLE',
    'CLICKHOUSE_UNAVAILABLE',
    'PROXY',
    'NETWORK_ERROR',
    'DNS_ERROR',
    'ALL_CONNECTION_TRIES_FAILED',
    'NO_ZOOKEEPER',
    'KEEPER_EXCEPTION',
    'TABLE_IS_READ_ONLY',
  ],
  timed_out: ['TIMEOUT_EXCEEDED', 'REQUEST_TIMEOUT', 'SOCKET_TIMEOUT', 'ETIMEDOUT', 'TOO_SLOW'],
  overloaded: [
    'TOO_MANY_PARTS',
    'TOO_MANY_SIMULTANEOUS_QUERIES',
    'MEMORY_LIMIT_EXCEEDED',
    'NOT_ENOUGH_SPACE',
    'CANNOT_ALLOCATE_MEMORY',
    'QUOTA_EXCEEDED',
    'NO_FREE_CONNECTION',
    'CANNOT_SCHEDULE_TASK',
  ],
};

const classByCode = new Map<string, RetryClass>(
  (['unreachable', 'timed_out', 'overloaded'] as const).flatMap((name) =>
    codes[name].map((code) => [code, name] as const),
  ),
);
/** Pattern of Node's codes for network errors. */
const systemError = /^E[A-Z]+$/;

/** Returns the class of an error code of ClickHouse, Node or Spanhouse. */
export function toRetryClass(code: string): RetryClass {
  return classByCode.get(code) ?? (systemError.test(code) ? 'unreachable' : 'other');
}
