import type { LogPosition } from '../../src/messages/log-position.js';
import { decompressFrame } from '../../src/messages/span-frame.js';
import type { LogRecord, SpanPublisher } from '../../src/span-publisher.js';
import type { LogMessage } from '../../src/span-subscription.js';

export async function publishAll(
  publisher: SpanPublisher,
  records: readonly LogRecord[],
): Promise<readonly LogPosition[]> {
  const outcome = await publisher.publish(records);
  if (outcome.status !== 'published') {
    throw new Error(`${outcome.status}: ${outcome.reason}`);
  }
  return outcome.positions;
}

export async function rowsOf(message: LogMessage | undefined): Promise<Buffer> {
  if (message === undefined) {
    throw new Error('there is no message');
  }
  const outcome = await decompressFrame(message.frame, message.headers.uncompressedBytes);
  if (outcome.status === 'unreadable') {
    throw new Error(outcome.reason);
  }
  return outcome.rows;
}
