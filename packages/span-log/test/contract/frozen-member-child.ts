import { writeSync } from 'node:fs';
import { loadConfig, systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { createKafkaSpanSubscription } from '../../src/kafka/kafka-span-subscription.js';
import { kafkaConfigFields } from '../../src/kafka-config.js';

/**
 * Runs a member that keeps its deliveries pending and commits to partition 0 for every line that it reads from standard
 * input.
 */
const config = loadConfig(kafkaConfigFields, JSON.parse(process.argv[2] ?? '{}'));
const subscription = await createKafkaSpanSubscription({
  config,
  clock: systemClock,
  logger: createSilentLogger(),
  storedPositions: () => Promise.resolve(new Map()),
  report: { offsetsExpired: () => undefined },
});
await subscription.start({
  onAssigned: () => Promise.resolve(),
  onLost: () => Promise.resolve(),
  onMessages: async ([first], signal) => {
    writeSync(1, `delivered ${first?.partition}\n`);
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  },
});
process.stdin.on('data', (line) => {
  void subscription
    .commit({ partition: 0, offset: 0, metadata: String(line).trim() })
    .then(({ status }) => writeSync(1, `${status} ${String(line)}`));
});
