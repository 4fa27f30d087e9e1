import type { Fault } from './draw-schedule.js';
import type { FaultName, Form } from './fault-kinds.js';

/** The faults that a run of outages injects, in order. */
const outages: Readonly<Record<Form, readonly FaultName[]>> = {
  embedded: ['clickhouse-frozen', 'process-stopped'],
  services: ['clickhouse-frozen', 'consumers-killed'],
  cluster: [
    'clickhouse-killed',
    'consumers-killed',
    'two-brokers-killed',
    'gateway-kafka-half-open',
  ],
};

/** Returns a schedule of outages that last `holdMs` each. The seed selects among equivalent parts. */
export function outageSchedule(form: Form, { seed, holdMs }: OutageOptions): readonly Fault[] {
  return outages[form].map((name) => ({ name, atMs: 0, holdMs, target: seed }));
}

interface OutageOptions {
  readonly seed: number;
  readonly holdMs: number;
}
