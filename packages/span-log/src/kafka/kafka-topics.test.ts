import type { Admin } from 'kafkajs';
import { identityTopicOf } from '../topics.js';
import { readIdentity } from './kafka-topics.js';

const identity = { logId: '0f'.repeat(8), generation: 3, partitionCount: 2 };

/** An admin client whose list of topics fails as kafkajs does while a topic elects a leader. */
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

describe('readIdentity', () => {
  it('lists the topics again after a leader election', async () => {
    expect(await readIdentity(adminAfter(2), 'spans')).toEqual(identity);
  });

  it('does not retry other failures', async () => {
    const refused = readIdentity(adminAfter(1, new Error('not authorized')), 'spans');

    await expect(refused).rejects.toThrow('not authorized');
  });
});
