import type { KafkaMessage } from 'kafkajs';
import { decodeMessageHeaders } from '../message-headers.js';
import type { LogMessage } from '../span-subscription.js';

/** The frames share the memory of the fetch response. */
export const toLogMessages = (
  partition: number,
  messages: readonly KafkaMessage[],
): readonly LogMessage[] =>
  messages.map(({ offset, value, headers }) => ({
    partition,
    offset: Number(offset),
    frame: value ?? Buffer.alloc(0),
    headers: decodeMessageHeaders(headers ?? {}),
  }));
