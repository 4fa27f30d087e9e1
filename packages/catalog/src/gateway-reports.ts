/** The counts of one gateway process. */
export interface GatewayReport {
  /** Id of the process, not of the machine: a restarted gateway has a new id and counts from 0. */
  readonly gateway_id: string;
  /** Average number of spans that the log accepted per second during the last seconds. */
  readonly accepted_per_second: number;
  /** Number of dropped entries by code since the process started. */
  readonly dropped: Readonly<Record<string, number>>;
}

/**
 * Passes the counts of gateways to the query services, which may run on other machines. Both methods reject with a
 * retryable `CATALOG_UNAVAILABLE` while the database does not answer.
 */
export interface GatewayReports {
  /** Replaces the report of the gateway. MUST remove gateways that have reported nothing for an hour. */
  put(report: GatewayReport): Promise<void>;
  /**
   * Resolves with the last report of each gateway that has reported within `maxAgeMs`. Returns at most 1000 reports.
   */
  list(maxAgeMs: number): Promise<readonly GatewayReport[]>;
}
