/** Names of the topic settings that affect the delivery guarantee. */
export const topicSettingNames = [
  'replicas',
  'min.insync.replicas',
  'retention.ms',
  'retention.bytes',
  'message.timestamp.type',
  'cleanup.policy',
  'compression.type',
  'unclean.leader.election.enable',
] as const;

export type TopicSettingName = (typeof topicSettingNames)[number];

export const topicSettingStates = ['kept', 'weak', 'unknown'] as const;

/**
 * A topic setting. It is `weak` if its value weakens the guarantee, and `unknown` if the client is not allowed to read
 * it.
 */
export interface TopicSetting {
  readonly name: TopicSettingName;
  /** The value in Kafka's notation; absent if the value is unknown. */
  readonly value?: string;
  /** The required value, in words. */
  readonly wanted: string;
  readonly state: (typeof topicSettingStates)[number];
}
