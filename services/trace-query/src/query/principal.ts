/** On whose behalf a request reads. */
export interface Principal {
  /** UUID, lower-case and dashed. */
  readonly projectId: string;
  /** UUID of the user whose key sent the request. */
  readonly userId: string;
}
