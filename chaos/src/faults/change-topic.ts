import { waitUntil } from '../../../packages/service-runtime/src/testing/index.js';
import type { System, Topic } from '../system/system.js';
import { stopped } from './harm-processes.js';
import { every, type Undo } from './injection.js';

/** Adds a partition, as kafka-topics.sh does. The log does not use the new partition. */
export async function partitionAdded(system: System): Promise<Undo> {
  await topicOf(system).addPartition();
  return () => Promise.resolve();
}

/**
 * Recreates the topic as docs/operations/partitions.md describes:
 *
 * - Stops the writers, and waits until every message is stored.
 * - Stops the readers, and deletes the topic.
 * - Runs the migrator, which creates the topic.
 */
export async function recreated(system: System): Promise<Undo> {
  const topic = topicOf(system);
  const stop = (role: 'gateway' | 'query' | 'consumer') => every(role, stopped)(system, 0);
  const starts = [await stop('gateway'), await stop('query')];
  await waitUntil(
    'the consumers have read the whole topic',
    async () => (await topic.unreadMessages()) === 0,
  );
  starts.push(await stop('consumer'));
  await topic.recreate();
  return async () => void (await Promise.all(starts.map((start) => start())));
}

function topicOf({ topic }: System): Topic {
  if (topic === undefined) {
    throw new Error('this form has no topic');
  }
  return topic;
}
