/** A value with its type. An integer that a browser would round is a string of type `int64`. */
export interface JaegerTag {
  readonly key: string;
  readonly type: 'string' | 'bool' | 'int64' | 'float64';
  readonly value: string | boolean | number;
}

export interface JaegerReference {
  readonly refType: 'CHILD_OF' | 'FOLLOWS_FROM';
  readonly traceID: string;
  readonly spanID: string;
}

export interface JaegerLog {
  /** Microseconds; a bigint beyond the safe integers. */
  readonly timestamp: number | bigint;
  readonly fields: readonly JaegerTag[];
}

/** The process that recorded spans. */
export interface JaegerProcess {
  readonly serviceName: string;
  readonly tags: readonly JaegerTag[];
}

/**
 * A span of Jaeger's v1 JSON. The id of its process is missing, because it depends on the other spans of the answer.
 */
export interface JaegerSpan {
  readonly traceID: string;
  readonly spanID: string;
  /** Absent if it is 0. */
  readonly flags?: number;
  readonly operationName: string;
  readonly references: readonly JaegerReference[];
  /** Microseconds; a bigint beyond the safe integers. */
  readonly startTime: number | bigint;
  readonly duration: number | bigint;
  readonly tags: readonly JaegerTag[];
  readonly logs: readonly JaegerLog[];
  readonly warnings: readonly string[] | null;
}
