import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { withAdmin } from '../kafka/kafka-topics.js';
import { TOPIC_RESOURCE } from '../kafka/topic-settings.js';
import type { KafkaConfig } from '../kafka-config.js';

/**
 * Changes settings of a topic, by default the spans topic, in the same way as kafka-configs.sh. Settings that are not
 * given return to their defaults.
 */
export async function alterTopic(
  config: KafkaConfig,
  settings: Readonly<Record<string, string>>,
  name: string = config.KAFKA_TOPIC,
): Promise<void> {
  const configEntries = Object.entries(settings).map(([name, value]) => ({ name, value }));
  const resources = [{ type: TOPIC_RESOURCE, name, configEntries }];
  await withAdmin({ config, logger: createSilentLogger() }, (admin) =>
    admin.alterConfigs({ validateOnly: false, resources }),
  );
}
