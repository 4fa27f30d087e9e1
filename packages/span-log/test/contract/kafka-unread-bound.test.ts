import { describeWithBackend, waitUntil } from '@spanhouse/service-runtime/testing';
import { createKafkaSpanPublisher } from '../../src/kafka/kafka-span-publisher.js';
import type { LogSpace } from '../../src/log-space-report.js';
import type { SpanPublisher } from '../../src/span-publisher.js';
import { spanRecord } from '../../src/testing/any-span-record.js';
import { createGroupOffsets } from '../../src/testing/group-offsets.js';
import { partsOf, useTopics } from './kafka-under-test.js';

const LIMIT_BYTES = 2000;

describeWithBackend('KAFKA_MAX_UNREAD_BYTES', 'KAFKA_BROKERS', (brokers) => {
  const config = useTopics(brokers, { KAFKA_MAX_UNREAD_BYTES: LIMIT_BYTES });
  const opened: SpanPublisher[] = [];

  const open = async (onSpace?: (space: LogSpace) => void): Promise<SpanPublisher> => {
    const space = onSpace === undefined ? {} : { onSpace };
    const publisher = await createKafkaSpanPublisher({ ...partsOf(config), ...space });
    opened.push(publisher);
    return publisher;
  };
  const publishOne = (publisher: SpanPublisher) => publisher.publish([spanRecord()]);

  /** Publishes until the log refuses a message. Returns the number of accepted messages and the refusal. */
  const fill = async (publisher: SpanPublisher) => {
    let published = 0;
    let outcome = await publishOne(publisher);
    while (outcome.status === 'published') {
      published += 1;
      outcome = await publishOne(publisher);
    }
    return { published, outcome };
  };

  afterAll(() => Promise.all(opened.map((publisher) => publisher.close())));

  it('stops a publisher until the group has stored some messages of any publisher', async () => {
    const spaces: LogSpace[] = [];
    const publisher = await open((space) => spaces.push(space));
    const { published, outcome } = await fill(publisher);
    const other = await open(() => undefined);
    await publishOne(other); // the publisher knows the message size only after its first message
    const otherOutcome = await publishOne(other);

    await createGroupOffsets(config).reset([{ partition: 0, offset: published + 1, metadata: '' }]);
    await waitUntil('the log has room again', async () => {
      return (await publishOne(publisher)).status === 'published';
    });

    expect(outcome).toMatchObject({
      status: 'retryable',
      limit: 'no_room',
      reason: expect.stringContaining('the span log is full'),
    });
    expect(otherOutcome).toMatchObject({ status: 'retryable', limit: 'no_room' });
    expect(spaces).toContainEqual({ usedBytes: 0, limitBytes: LIMIT_BYTES });
  });

  it('does not apply to a publisher that reports no space, such as the publisher of the query service', async () => {
    const publisher = await open();

    const outcomes = await Promise.all(Array.from({ length: 20 }, () => publishOne(publisher)));

    expect(outcomes.every(({ status }) => status === 'published')).toBe(true);
  });
});
