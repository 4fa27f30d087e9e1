import { loadConfig } from '@spanhouse/service-runtime';
import { kafkaConfigFields } from './kafka-config.js';

describe('kafkaConfigFields', () => {
  it('requires only brokers', () => {
    expect(loadConfig(kafkaConfigFields, { KAFKA_BROKERS: 'one:9092, two:9093' })).toMatchObject({
      KAFKA_BROKERS: ['one:9092', 'two:9093'],
      KAFKA_TOPIC: 'spanhouse.spans.v1',
      KAFKA_GROUP_ID: 'spanhouse-consumer',
      KAFKA_PARTITIONS: 12,
      KAFKA_MAX_MESSAGE_BYTES: 16 * 1024 * 1024,
      KAFKA_SASL_MECHANISM: undefined,
    });
  });

  it('refuses brokers without a port and topics that Kafka would refuse', () => {
    const env = { KAFKA_BROKERS: 'one,two:9092', KAFKA_TOPIC: 'spans of mine' };

    expect(() => loadConfig(kafkaConfigFields, env)).toThrow(/KAFKA_BROKERS: [\s\S]*KAFKA_TOPIC: /);
  });
});
