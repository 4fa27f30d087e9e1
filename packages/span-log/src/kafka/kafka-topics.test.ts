import type { Clock } from '@spanhouse/service-runtime';
import type { Admin } from 'kafkajs';
import type { KafkaConfig } from '../kafka-config.js';
import { identityTopicOf } from '../topics.js';
import { readIdentity } from './kafka-topics.js';

const identity = { logId: '0f'.repeat(8), generation: 3, partitionCount: 2 };
const config = { KAFKA_TOPIC: 'spans' } as KafkaConfig;

/** An admin client whose first calls fail as kafkajs does while a topic elects a leader. */
function adminAfter(failures: number, error = new TypeError('Cannot destructure')): Admin {
  let calls = 0;
  const listTopics = async () => {
    calls += 1;
    if (calls <= failures) {
      throw error;
    }
    return ['spans', identityTopicOf('spans', identity)];
  };
  return { listTopics } as Partial<Admin> as Admin;
}

/** A clock whose pauses end immediately and move its time forward. */
function clockWithoutPauses() {
  let ms = 0;
  const sleep = async (pauseMs: number) => {
    ms += pauseMs;
  };
  return { monotonicMs: () => ms, sleep } as Partial<Clock> as Clock;
}

describe('readIdentity', () => {
  it('lists the topics again after a leader election', async () => {
    const clock = clockWithoutPauses();

    expect(await readIdentity(adminAfter(2), { config, clock })).toEqual(identity);
    expect(clock.monotonicMs()).toBeGreaterThan(0);
  });

  it('rejects if the list fails for ten seconds', async () => {
    const clock = clockWithoutPauses();

    await expect(readIdentity(adminAfter(1000), { config, clock })).rejects.toThrow(TypeError);
    expect(clock.monotonicMs()).toBeGreaterThanOrEqual(10_000);
    expect(clock.monotonicMs()).toBeLessThan(12_001);
  });

  it('does not retry other failures', async () => {
    const clock = clockWithoutPauses();
    const refused = readIdentity(adminAfter(1, new Error('not authorized')), { config, clock });

    await expect(refused).rejects.toThrow('not authorized');
    expect(clock.monotonicMs()).toBe(0);
  });
});
