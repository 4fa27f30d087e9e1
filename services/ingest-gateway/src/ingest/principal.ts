/** On whose behalf a request writes, and how long that is kept. */
export interface Principal {
  /** UUID, lower-case and dashed. */
  readonly projectId: string;
  /** UUID of the user whose key sent the request. */
  readonly userId: string;
  /** 0 = for ever. */
  readonly retentionDays: number;
}
