/** The counts of one gateway process. */
export interface GatewayReport {
  /** Names the process, not the machine: a restarted gateway counts from 0. */
  readonly gateway_id: string;
  /** Spans that the log took, each second, on average over the last seconds. */
  readonly accepted_per_second: number;
  /** Dropped entries by code since the process started. */
  readonly dropped: Readonly<Record<string, number>>;
}

/**
 * Passes what gateways count to the query services, which may be other processes on other machines.
 * Both methods reject with the retryable `CATALOG_UNAVAILABLE` while the database does not answer.
 */
export interface GatewayReports {
  /** Replaces the report of the gateway. MUST forget gateways that have reported nothing for an hour. */
  put(report: GatewayReport): Promise<void>;
  /** Resolves with the last report of each gateway that has reported within `maxAgeMs`, at most 1000 of them. */
  list(maxAgeMs: number): Promise<readonly GatewayReport[]>;
}
