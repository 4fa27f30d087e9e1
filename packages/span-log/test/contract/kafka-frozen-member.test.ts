import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { spanRecord } from '../../src/testing/any-span-record.js';
import { environmentOf, kafkaUnderTest, useTopics } from './kafka-under-test.js';
import { publishAll } from './log-steps.js';
import { RecordingListener } from './recording-listener.js';

const nodeArguments = ['--conditions=@spanhouse/source', '--import', 'tsx'];

describeWithBackend(
  'kafka: a member that was frozen longer than its session',
  'KAFKA_BROKERS',
  (brokers) => {
    const config = useTopics(brokers, { KAFKA_SESSION_TIMEOUT_MS: 3000 });

    it('cannot commit after it wakes up, and its recorded metadata reaches the new owner', async () => {
      const log = await kafkaUnderTest(config);
      await publishAll(log.publisher, [spanRecord()]);
      const child = spawn(
        process.execPath,
        [
          ...nodeArguments,
          join(__dirname, 'frozen-member-child.ts'),
          JSON.stringify(environmentOf(config)),
        ],
        { stdio: ['pipe', 'pipe', 'ignore'] },
      );
      let output = '';
      const printed = (text: string): Promise<void> =>
        new Promise((resolve) => {
          const look = (): void => {
            if (output.includes(text)) {
              resolve();
            } else {
              child.stdout.once('data', () => setImmediate(look));
            }
          };
          look();
        });
      child.stdout.on('data', (chunk) => {
        output += String(chunk);
      });
      await printed('delivered 0');
      child.stdin.write('recorded by the first\n');
      await printed('committed recorded by the first');

      child.kill('SIGSTOP');
      const listener = new RecordingListener();
      await log.subscription.start(listener);
      await listener.received(1);
      const commit = await log.subscription.commit({ partition: 0, offset: 1, metadata: '' });
      child.stdin.write('too late\n');
      child.kill('SIGCONT');
      await printed('too late');

      expect(listener.assignments[0]?.[0]?.metadata).toBe('recorded by the first');
      expect(commit).toEqual({ status: 'committed' });
      expect(output).toContain('lost too late');
      expect((await log.offsets.read())[0]).toBe(1);
      child.kill('SIGKILL');
      await log.close();
    });
  },
);
