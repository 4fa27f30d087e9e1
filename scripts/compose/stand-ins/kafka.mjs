// Apache Kafka out of Maven Central's jars. As in the image, KAFKA_LOG_DIRS is the property log.dirs.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { startBroker } from '../../kafka/broker.mjs';
import { layOutMounts } from '../mounts.mjs';
import { REPOSITORY } from '../read-compose.mjs';

const { Kafka, ConfigResourceTypes, logLevel } = createRequire(
  join(REPOSITORY, 'packages/span-log/package.json'),
)('kafkajs');
/** Read by the scripts of the image, not by the broker. */
const OF_SCRIPTS = ['KAFKA_HEAP_OPTS'];

export async function startKafka({ service, dir, endpoints }) {
  const inDir = layOutMounts({ service, dir, rewrite: endpoints.rewrite });
  const listening = (text) =>
    text.replaceAll(/:\/\/:(\d+)/g, (_, port) => `://${endpoints.address(service.name, port)}`);
  const settings = Object.fromEntries(
    Object.entries(service.env)
      .filter(([name]) => name.startsWith('KAFKA_') && !OF_SCRIPTS.includes(name))
      .map(([name, value]) => [toProperty(name), inDir(endpoints.rewrite(listening(value)))]),
  );
  const port = endpoints.port(service.name, '9092');
  const broker = await startBroker({ dir, port, settings, detached: true });
  try {
    await requireKnown(broker.address, { settings, nodeId: service.env.KAFKA_NODE_ID });
  } catch (error) {
    await broker.stop();
    throw error;
  }
  return { stop: () => broker.stop() };
}

function toProperty(name) {
  return name.slice('KAFKA_'.length).toLowerCase().replaceAll('_', '.');
}

/** A broker takes any property. One it does not know could be a secret, so it is told apart by that. */
async function requireKnown(address, { settings, nodeId }) {
  const admin = new Kafka({ brokers: [address], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [
      { type: ConfigResourceTypes.BROKER, name: nodeId, configNames: Object.keys(settings) },
    ],
  });
  await admin.disconnect();
  const unknown = resources[0].configEntries.filter(({ isSensitive }) => isSensitive);
  if (unknown.length > 0)
    throw new Error(
      `Kafka has no setting ${unknown.map(({ configName }) => configName).join(', ')}`,
    );
}
