import type { Admin } from 'kafkajs';
import type { KafkaConfig } from '../kafka-config.js';
import type { TopicSetting, TopicSettingName } from '../topic-settings.js';
import { kafkaErrorType } from './client/kafka-error.js';

/** The value of ConfigResourceTypes.TOPIC, which kafkajs does not export to ES modules. */
export const TOPIC_RESOURCE = 2;

/** A condition on a setting's value, required by the delivery guarantee. */
interface Requirement {
  readonly name: TopicSettingName;
  readonly wanted: string;
  readonly isMet: (value: string) => boolean;
}

/** Number of brokers that must hold a message, so that the message survives the loss of one broker. */
const MIN_COPIES = 2;

/**
 * Returns the required settings. With these settings, an acknowledged message survives the loss of one broker and is
 * kept for `retentionMs` after it has arrived at the broker.
 */
function requirements(retentionMs: number): readonly Requirement[] {
  const isAtLeast = (minimum: number) => (value: string) => Number(value) >= minimum;
  const is = (wanted: string) => ({ wanted, isMet: (value: string) => value === wanted });
  const copies = { wanted: `at least ${MIN_COPIES}`, isMet: isAtLeast(MIN_COPIES) };
  return [
    { name: 'replicas', ...copies },
    { name: 'min.insync.replicas', ...copies },
    {
      name: 'retention.ms',
      wanted: `-1 or at least ${retentionMs}`,
      isMet: (value) => value === '-1' || Number(value) >= retentionMs,
    },
    { name: 'retention.bytes', ...is('-1') },
    { name: 'message.timestamp.type', ...is('LogAppendTime') },
    { name: 'cleanup.policy', ...is('delete') },
    { name: 'compression.type', ...is('producer') },
    { name: 'unclean.leader.election.enable', ...is('false') },
  ];
}

/**
 * Reads the settings of the spans topic. A setting that the client is not allowed to describe is `unknown`. Rejects
 * while Kafka is unavailable.
 */
export async function readTopicSettings(
  admin: Pick<Admin, 'describeConfigs' | 'fetchTopicMetadata'>,
  config: Pick<KafkaConfig, 'KAFKA_TOPIC' | 'KAFKA_RETENTION_MS'>,
): Promise<readonly TopicSetting[]> {
  const wanted = requirements(config.KAFKA_RETENTION_MS);
  const described = wanted.map(({ name }) => name).filter((name) => name !== 'replicas');
  const values = new Map(await describeTopic(admin, config.KAFKA_TOPIC, described));
  values.set('replicas', String(await countReplicas(admin, config.KAFKA_TOPIC)));
  return wanted.map(({ name, wanted: needed, isMet }) => {
    const value = values.get(name);
    return value === undefined
      ? { name, wanted: needed, state: 'unknown' }
      : { name, wanted: needed, value, state: isMet(value) ? 'kept' : 'weak' };
  });
}

/** Reads a topic's settings. The result is empty if the client is not allowed to describe the topic. */
export async function describeTopic(
  admin: Pick<Admin, 'describeConfigs'>,
  topic: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  try {
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: TOPIC_RESOURCE, name: topic, configNames: [...names] }],
    });
    const entries = resources[0]?.configEntries ?? [];
    return new Map(entries.map(({ configName, configValue }) => [configName, configValue]));
  } catch (error) {
    if (refusals.has(kafkaErrorType(error) ?? '')) {
      return new Map();
    }
    throw error;
  }
}

/** Returns the maximum message size of a topic, capped at `allowedBytes`, the limit in the services' configuration. */
export async function readMessageLimit(
  admin: Pick<Admin, 'describeConfigs'>,
  topic: string,
  allowedBytes: number,
): Promise<number> {
  const described = await describeTopic(admin, topic, ['max.message.bytes']);
  return Math.min(allowedBytes, Number(described.get('max.message.bytes')) || allowedBytes);
}

const refusals = new Set(['TOPIC_AUTHORIZATION_FAILED', 'CLUSTER_AUTHORIZATION_FAILED']);

/** Returns the smallest number of replicas that any partition has. */
async function countReplicas(
  admin: Pick<Admin, 'fetchTopicMetadata'>,
  topic: string,
): Promise<number> {
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
  const counts = (topics[0]?.partitions ?? []).map(({ replicas }) => replicas.length);
  return Math.min(...counts);
}
