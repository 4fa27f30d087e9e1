import { waitUntil } from '../../../packages/service-runtime/src/testing/index.js';
import {
  garbageMessage,
  newerRowMessage,
  poisonMessage,
  type RawMessage,
} from '../messages/harmful-messages.js';
import { adminKey } from '../system/service-process.js';
import type { ServicePart, System } from '../system/system.js';
import type { Undo } from './injection.js';

const MOST_LETTERS = 1000;
const READ_TIMEOUT_MS = 10_000;
const readers = ['process', 'consumer'] as const;

/** Writes a row that ClickHouse refuses. The row MUST become a dead letter. */
export async function poisoned(system: System): Promise<Undo> {
  return deadLettered(system, await poisonMessage());
}

/** Writes bytes that no version of Spanhouse can read. The message MUST become a dead letter. */
export async function littered(system: System): Promise<Undo> {
  return deadLettered(system, await garbageMessage());
}

/**
 * Writes a row in the format of a later release. Every reader MUST stop at this row and report the reason instead of
 * skipping the row, because a reader of that release could store it. The fault then skips the message, as an operator
 * without that release would.
 */
export async function outpaced(system: System): Promise<Undo> {
  const position = await system.log.append(await newerRowMessage());
  const stopped = readers.flatMap((role) => system.services(role));
  await Promise.all(stopped.map((reader) => untilStoppedBy('ROW_VERSION_UNKNOWN', reader)));
  return async () => {
    await system.log.skip(position);
    await Promise.all(stopped.map((reader) => reader.start()));
  };
}

async function deadLettered(system: System, message: RawMessage): Promise<Undo> {
  const before = await countLetters(system.query);
  await system.log.append(message);
  return () =>
    waitUntil('the message is a dead letter', async () => {
      const now = await countLetters(system.query).catch(() => before);
      return now > before;
    }).then(() => undefined);
}

async function countLetters(query: string): Promise<number> {
  const response = await fetch(`${query}/project/dead-letters?all=true&limit=${MOST_LETTERS}`, {
    headers: { authorization: `Access ${adminKey}` },
    signal: AbortSignal.timeout(READ_TIMEOUT_MS),
  });
  if (!response.ok) {
    throw new Error(`the dead letters were answered ${response.status}`);
  }
  const { count } = JSON.parse(await response.text());
  return Number(count);
}

async function untilStoppedBy(code: string, reader: ServicePart): Promise<void> {
  const output = await reader.untilEnded();
  if (!output.includes(code)) {
    throw new Error(`${reader.name} has ended without the reason ${code}`);
  }
}
