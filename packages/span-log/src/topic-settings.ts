/** The settings of the topic of the spans on which the delivery guarantee depends. */
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

/** A setting of the topic: `weak` if its value weakens the guarantee, `unknown` if it may not be read. */
export interface TopicSetting {
  readonly name: TopicSettingName;
  /** The value in Kafka's notation; absent if it is unknown. */
  readonly value?: string;
  /** The required value, in words. */
  readonly wanted: string;
  readonly state: (typeof topicSettingStates)[number];
}
