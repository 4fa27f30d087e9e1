import type { PublishOutcome } from '../span-publisher.js';
import { spanRecord } from '../testing/any-span-record.js';
import { BoundedPublisher } from './bounded-publisher.js';

const published: PublishOutcome = { status: 'published', positions: [] };

function publisherWith({ outage, maxInFlightBytes = 150 }: Partial<Options> = {}) {
  const ends: ((outcome: PublishOutcome | Error) => void)[] = [];
  const closed: string[] = [];
  const publisher = new BoundedPublisher({
    logId: 'log',
    partitionCount: 2,
    maxRecordBytes: 100,
    maxInFlightBytes,
    writer: {
      outage,
      write: () =>
        new Promise((resolve, reject) => {
          ends.push((end) => (end instanceof Error ? reject(end) : resolve(end)));
        }),
      close: () => Promise.resolve(void closed.push('writer')),
    },
  });
  return { publisher, ends, closed };
}

interface Options {
  readonly outage: string;
  readonly maxInFlightBytes: number;
}

const record = spanRecord({ rows: new Uint8Array(100) });

describe('BoundedPublisher', () => {
  it('counts bytes until their write ends, and answers `busy` above the limit', async () => {
    const { publisher, ends } = publisherWith();

    const first = publisher.publish([record]);
    const second = await publisher.publish([record]);
    const held = publisher.inFlightBytes;
    ends[0]?.(published);

    expect(second).toMatchObject({ status: 'retryable', limit: 'busy' });
    expect(held).toBe(100);
    expect(await first).toBe(published);
    expect(publisher.inFlightBytes).toBe(0);
  });

  it('answers retryable with the reason when a write rejects, and frees its bytes', async () => {
    const { publisher, ends } = publisherWith();

    const outcome = publisher.publish([record]);
    ends[0]?.(new Error('disk gone'));

    expect(await outcome).toEqual({
      status: 'retryable',
      reason: 'disk gone',
      retryAfterSeconds: 1,
    });
    expect(publisher.inFlightBytes).toBe(0);
  });

  it('answers retryable during an outage of its writer', async () => {
    const { publisher } = publisherWith({ outage: 'no broker' });

    expect(await publisher.publish([record])).toMatchObject({
      status: 'retryable',
      reason: 'no broker',
    });
  });

  it('waits for running writes before it closes the writer, and accepts no later ones', async () => {
    const { publisher, ends, closed } = publisherWith();
    const running = publisher.publish([record]);

    const closing = publisher.close();
    const late = await publisher.publish([record]);
    const closedEarly = [...closed];
    ends[0]?.(published);
    await Promise.all([running, closing]);

    expect(late).toMatchObject({ status: 'retryable' });
    expect(closedEarly).toEqual([]);
    expect(closed).toEqual(['writer']);
  });
});
