import { zstdCompressSync } from 'node:zlib';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import kafkajs, { type Message, type Producer, type ProducerConfig } from 'kafkajs';
import { createKafkaClient } from '../kafka/client/kafka-client.js';
import type { KafkaConfig } from '../kafka-config.js';

/** Runs `use` with a producer that sends none of Spanhouse's headers, like any other program. */
export async function withOtherProgram(
  config: KafkaConfig,
  options: ProducerConfig,
  use: (producer: Producer) => Promise<unknown>,
): Promise<void> {
  const producer = createKafkaClient(config, createSilentLogger()).producer(options);
  await producer.connect();
  await use(producer).finally(() => producer.disconnect());
}

/** Writes messages without headers into partition 0 of the spans topic, compressed into one batch. */
export async function writeCompressed(
  config: KafkaConfig,
  values: readonly Buffer[],
): Promise<void> {
  const { CompressionCodecs: codecs, CompressionTypes: types } = kafkajs;
  await withOtherProgram(config, { allowAutoTopicCreation: false }, async (producer) => {
    const reading = codecs[types.ZSTD]();
    codecs[types.ZSTD] = () => ({ ...reading, compress });
    const messages = values.map((value): Message => ({ value, partition: 0 }));
    await producer.send({ topic: config.KAFKA_TOPIC, compression: types.ZSTD, messages });
  });
}

function compress({ buffer }: { readonly buffer: Buffer }): Promise<Buffer> {
  return Promise.resolve(zstdCompressSync(buffer));
}
