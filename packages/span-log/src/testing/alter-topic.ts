import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { createKafkaClient } from '../kafka/client/kafka-client.js';
import { TOPIC_RESOURCE } from '../kafka/topic-settings.js';
import type { KafkaConfig } from '../kafka-config.js';

/** Changes settings of the topic of the spans as kafka-configs.sh does; the others return to their defaults. */
export async function alterTopic(
  config: KafkaConfig,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const admin = createKafkaClient(config, createSilentLogger()).admin();
  const configEntries = Object.entries(settings).map(([name, value]) => ({ name, value }));
  await admin.connect();
  await admin
    .alterConfigs({
      validateOnly: false,
      resources: [{ type: TOPIC_RESOURCE, name: config.KAFKA_TOPIC, configEntries }],
    })
    .finally(() => admin.disconnect());
}
