import { randomBytes } from 'node:crypto';

/** Also the name the embedded log goes by in deduplication tokens. */
export const defaultTopic = 'spanhouse.spans.v1';

export const deadLetterTopicOf = (topic: string): string => `${topic}.dead-letter`;

/** Which log this is: made with it, kept with it, and another one when the log is made anew. */
export interface LogIdentity {
  /** 16 random hexadecimal digits. */
  readonly logId: string;
  /** From 1, below 2^15; larger than that of every earlier log of the same store. */
  readonly generation: number;
  /** Over which traces are spread, for as long as the log exists; whatever its topic is given later. */
  readonly partitionCount: number;
}

/** `log_offset` of a row is generation × 2^48 + offset, in an unsigned 64-bit integer. */
export const maxGeneration = 0x7fff;

export const createLogId = (): string => randomBytes(8).toString('hex');

/**
 * The identity of a Kafka log is the name of an empty topic: made by one request that succeeds or
 * fails as a whole, kept as long as the cluster, and read without joining a group.
 */
export const identityTopicOf = (
  topic: string,
  { logId, generation, partitionCount }: LogIdentity,
): string => `${topic}.identity-${generation}-${logId}-${partitionCount}`;

/** The latest of the identities among the names of a cluster's topics. */
export const identityAmong = (
  topicNames: readonly string[],
  topic: string,
): LogIdentity | undefined =>
  topicNames
    .map((name) => parseIdentityTopic(name, topic))
    .filter((identity) => identity !== undefined)
    .sort(isLater)
    .at(-1);

const parseIdentityTopic = (name: string, topic: string): LogIdentity | undefined => {
  const prefix = `${topic}.identity-`;
  const match =
    name.startsWith(prefix) &&
    /^(\d{1,5})-([0-9a-f]{16})-(\d{1,6})$/.exec(name.slice(prefix.length));
  if (!match) return undefined;
  const [, generation, logId, partitionCount] = match;
  if (logId === undefined) return undefined;
  return { logId, generation: Number(generation), partitionCount: Number(partitionCount) };
};

/** Two made at the same time have the same generation: every reader agrees on one. */
const isLater = (left: LogIdentity, right: LogIdentity): number =>
  left.generation - right.generation || (left.logId < right.logId ? -1 : 1);
