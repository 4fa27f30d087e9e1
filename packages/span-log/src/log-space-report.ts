import { createMeter, type Registry } from '@spanhouse/service-runtime';

/** Used bytes of a log, and the limit above which it accepts no more spans. */
export interface LogSpace {
  readonly usedBytes: number;
  readonly limitBytes: number;
}

/** Creates the gauges for the space that a log in Kafka uses. They are absent until the first report. */
export function createLogSpaceReport(registry: Registry): (space: LogSpace) => void {
  const gauge = (name: string, help: string) => {
    const created = createMeter(registry).gauge(`spanhouse_log_${name}`, help);
    created.remove();
    return created;
  };
  const used = gauge('used_bytes', logSpaceHelp.used);
  const limit = gauge('limit_bytes', logSpaceHelp.limit);
  return ({ usedBytes, limitBytes }) => {
    used.set(usedBytes);
    limit.set(limitBytes);
  };
}

/** Descriptions of the gauges, shared by the Kafka log and the embedded log. */
export const logSpaceHelp = {
  used: 'Used bytes of the embedded log; with Kafka, an estimate of the size of unstored messages, if KAFKA_MAX_UNREAD_BYTES is set.',
  limit: 'Used bytes at which the log accepts no further spans.',
} as const;
