import { randomBytes } from 'node:crypto';

/** The default name of the spans topic. Deduplication tokens of the embedded log contain the same name. */
export const defaultTopic = 'spanhouse.spans.v1';

/** Returns the name of the dead-letter topic that belongs to `topic`. */
export function deadLetterTopicOf(topic: string): string {
  return `${topic}.dead-letter`;
}

/**
 * Identifies a log. The identity is created with the log and never changes. If the log is created again, it gets
 * another identity.
 */
export interface LogIdentity {
  /** Random id of 16 hexadecimal digits. */
  readonly logId: string;
  /** A number from 1 to 2^15 - 1 that is higher than the generation of every earlier log for the same store. */
  readonly generation: number;
  /**
   * Number of partitions that traces are distributed over. This number stays the same even if partitions are added to
   * the topic.
   */
  readonly partitionCount: number;
}

/**
 * The highest generation. The generation and the offset share the 64 bits of a row's `log_offset`; see log-offset.ts in
 * span-row.
 */
export const MAX_GENERATION = 0x7fff;

export function createLogId(): string {
  return randomBytes(8).toString('hex');
}

/**
 * Returns the name of the topic that stores the identity of a Kafka log. The topic is empty: its name contains the
 * identity. A topic is used because one atomic request creates it, it exists as long as the cluster does, and clients
 * can read its name without joining a group. See docs/adr/043-give-each-log-an-identity.md.
 */
export function identityTopicOf(
  topic: string,
  { logId, generation, partitionCount }: LogIdentity,
): string {
  return `${topic}.identity-${generation}-${logId}-${partitionCount}`;
}

/** Returns the latest identity of `topic` that occurs among a cluster's topic names. */
export function identityAmong(
  topicNames: readonly string[],
  topic: string,
): LogIdentity | undefined {
  return topicNames
    .map((name) => parseIdentityTopic(name, topic))
    .filter((identity) => identity !== undefined)
    .sort(isLater)
    .at(-1);
}

function parseIdentityTopic(name: string, topic: string): LogIdentity | undefined {
  const prefix = `${topic}.identity-`;
  const rest = name.startsWith(prefix) ? name.slice(prefix.length) : '';
  const [, generation, logId, partitionCount] =
    /^(\d{1,5})-([0-9a-f]{16})-(\d{1,6})$/.exec(rest) ?? [];
  return logId === undefined
    ? undefined
    : { logId, generation: Number(generation), partitionCount: Number(partitionCount) };
}

/**
 * Orders by generation, then by id, so that every reader selects the same identity if two were created concurrently.
 */
function isLater(left: LogIdentity, right: LogIdentity): number {
  return left.generation - right.generation || (left.logId < right.logId ? -1 : 1);
}
