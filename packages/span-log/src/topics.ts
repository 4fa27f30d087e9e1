import { randomBytes } from 'node:crypto';

/** The default topic of the spans; also the embedded log's name in deduplication tokens. */
export const defaultTopic = 'spanhouse.spans.v1';

/** Returns the topic of the dead letters of `topic`. */
export function deadLetterTopicOf(topic: string): string {
  return `${topic}.dead-letter`;
}

/** Identifies a log. It is created and kept with the log; a log that is created again gets another one. */
export interface LogIdentity {
  /** 16 random hexadecimal digits. */
  readonly logId: string;
  /** 1 to 2^15 - 1, above the generation of every earlier log of the same store. */
  readonly generation: number;
  /** The partitions over which traces are spread while the log exists, even if its topic gets more later. */
  readonly partitionCount: number;
}

/** The generation shares the 64 bits of a row's `log_offset` with the offset; see log-offset.ts of span-row. */
export const MAX_GENERATION = 0x7fff;

/** Returns a new random log id. */
export function createLogId(): string {
  return randomBytes(8).toString('hex');
}

/**
 * Returns the name of the empty topic whose name stores the identity of a Kafka log. One atomic request creates it, it
 * exists as long as the cluster, and it is read without joining a group. See docs/adr/043-give-each-log-an-identity.md.
 */
export function identityTopicOf(
  topic: string,
  { logId, generation, partitionCount }: LogIdentity,
): string {
  return `${topic}.identity-${generation}-${logId}-${partitionCount}`;
}

/** Returns the latest identity of `topic` among the topic names of a cluster. */
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

/** Orders by generation, then by id, so that every reader picks the same of two concurrent identities. */
function isLater(left: LogIdentity, right: LogIdentity): number {
  return left.generation - right.generation || (left.logId < right.logId ? -1 : 1);
}
