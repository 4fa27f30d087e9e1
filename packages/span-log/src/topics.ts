import { randomBytes } from 'node:crypto';

/** Also the name the embedded log goes by in deduplication tokens. */
export const defaultTopic = 'spanhouse.spans.v1';

export const deadLetterTopicOf = (topic: string): string => `${topic}.dead-letter`;

/** One compacted partition that keeps the log's identity. */
export const identityTopicOf = (topic: string): string => `${topic}.identity`;

/** Which log this is: made with it, kept with it, and another one when the log is made anew. */
export interface LogIdentity {
  /** 16 random hexadecimal digits. */
  readonly logId: string;
  /** From 1, below 2^15; larger than that of every earlier log of the same store. */
  readonly generation: number;
}

/** `log_offset` of a row is generation × 2^48 + offset, in an unsigned 64-bit integer. */
export const maxGeneration = 0x7fff;

export const createLogId = (): string => randomBytes(8).toString('hex');
