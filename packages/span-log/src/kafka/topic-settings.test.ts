import { readTopicSettings } from './topic-settings.js';

const config = { KAFKA_TOPIC: 'spans', KAFKA_RETENTION_MS: 1000 };

function refusal(type: string): Error {
  return Object.assign(new Error('not allowed'), { type });
}

/** Returns an admin client that may read only the topic's replicas. */
function adminWithout(error: Error) {
  return {
    describeConfigs: () => Promise.reject(error),
    fetchTopicMetadata: () => {
      const [first, second] = [[1, 2, 3], [1]].map((replicas, partitionId) => ({
        partitionErrorCode: 0,
        partitionId,
        leader: 1,
        replicas,
        isr: replicas,
      }));
      const partitions = first && second ? [first, second] : [];
      return Promise.resolve({ topics: [{ name: 'spans', partitions }] });
    },
  };
}

describe('readTopicSettings', () => {
  it('reports settings that the client may not describe as unknown, and reports the lowest number of replicas', async () => {
    const settings = await readTopicSettings(
      adminWithout(refusal('TOPIC_AUTHORIZATION_FAILED')),
      config,
    );

    const states = new Map(settings.map(({ name, state }) => [name, state]));
    expect(states.get('replicas')).toBe('weak');
    expect(states.get('min.insync.replicas')).toBe('unknown');
    expect(states.get('retention.ms')).toBe('unknown');
    expect(settings.find(({ name }) => name === 'replicas')?.value).toBe('1');
  });

  it('rejects with any other failure of Kafka', async () => {
    const admin = adminWithout(refusal('NOT_CONTROLLER'));

    await expect(readTopicSettings(admin, config)).rejects.toThrow('not allowed');
  });
});
