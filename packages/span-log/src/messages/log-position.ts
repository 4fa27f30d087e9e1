/** The position of a message. Offsets count from 0 in each partition and stay below 2^48. */
export interface LogPosition {
  readonly partition: number;
  readonly offset: number;
}
