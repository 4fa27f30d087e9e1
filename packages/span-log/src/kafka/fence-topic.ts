import type { KafkaOptions } from './client/kafka-client.js';
import { withAdmin } from './kafka-topics.js';
import { TOPIC_RESOURCE } from './topic-settings.js';

/** The value of ConfigSource.DYNAMIC_TOPIC_CONFIG, which marks the settings of the topic itself. */
const SET_FOR_TOPIC = 1;
const sizeLimit = 'max.message.bytes';

/**
 * Makes brokers refuse all further messages for the spans topic, from any client. Gateways return 503 until `openTopic`
 * is called. Messages that are already acknowledged stay readable. Calling it again has no effect.
 */
export function fenceTopic(options: Omit<KafkaOptions, 'clock'>): Promise<void> {
  return limitMessages(options, 0);
}

/**
 * Reverts `fenceTopic`, so that brokers accept messages of up to KAFKA_MAX_MESSAGE_BYTES again. Brokers may apply the
 * change shortly after this resolves; until then, publishes are retryable.
 */
export function openTopic(options: Omit<KafkaOptions, 'clock'>): Promise<void> {
  return limitMessages(options, options.config.KAFKA_MAX_MESSAGE_BYTES);
}

function limitMessages(options: Omit<KafkaOptions, 'clock'>, bytes: number): Promise<void> {
  const name = options.config.KAFKA_TOPIC;
  return withAdmin(options, async (admin) => {
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: TOPIC_RESOURCE, name }],
    });
    const described = resources[0]?.configEntries ?? [];
    // If the request omits a setting, Kafka resets the setting to its default.
    const kept = described
      .filter(({ configSource }) => Number(configSource) === SET_FOR_TOPIC)
      .map(({ configName, configValue }) => ({ name: configName, value: configValue }))
      .filter((entry) => entry.name !== sizeLimit);
    const configEntries = [...kept, { name: sizeLimit, value: String(bytes) }];
    const resource = { type: TOPIC_RESOURCE, name, configEntries };
    await admin.alterConfigs({ validateOnly: false, resources: [resource] });
  });
}
