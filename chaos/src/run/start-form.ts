import { join } from 'node:path';
import { startBroker, whyNoBroker } from '../../../scripts/kafka/broker.mjs';
import type { Fault } from '../schedule/draw-schedule.js';
import { type FaultName, type Form, faultsOf, kindOf } from '../schedule/fault-kinds.js';
import { startClusterSystem } from '../system/cluster-system.js';
import { startEmbeddedSystem } from '../system/embedded-system.js';
import { openAll } from '../system/open-all.js';
import { startServicesSystem } from '../system/services-system.js';
import { canOpenSmallDisks } from '../system/small-disks.js';
import type { System } from '../system/system.js';

/** Starts an installation on loopback for a schedule, with its data and logs in `dir`. Resolves when it is ready. */
export function startForm(form: Form, dir: string, schedule: readonly Fault[]): Promise<System> {
  switch (form) {
    case 'embedded':
      return startEmbeddedSystem(dir, { hasSmallDisks: needDisks(schedule) });
    case 'services':
      return startOnBroker(dir);
    case 'cluster':
      return startClusterSystem(dir);
  }
}

/** Uses the broker that KAFKA_BROKERS names, or starts one. */
function startOnBroker(dir: string): Promise<System> {
  const kafkaBrokers = process.env['KAFKA_BROKERS'];
  if (kafkaBrokers !== undefined) {
    return startServicesSystem({ dir, kafkaBrokers });
  }
  return openAll(async (onClose) => {
    const reason = whyNoBroker();
    if (reason !== undefined) {
      throw new Error(reason);
    }
    const broker = await startBroker({ dir: join(dir, 'kafka') });
    onClose(() => broker.stop());
    const system = await startServicesSystem({ dir, kafkaBrokers: broker.address });
    onClose(() => system.close());
    return system;
  });
}

/** Returns the faults of a form that this machine cannot inject, because it gives a process no disk of its own. */
export function impossibleFaults(form: Form): readonly FaultName[] {
  const names = faultsOf(form).filter((name) => needDisks([{ name }]));
  return names.length === 0 || canOpenSmallDisks() ? [] : names;
}

/** Whether a system has to be started on disks of a fixed size. */
export function needDisks(faults: readonly Pick<Fault, 'name'>[]): boolean {
  return faults.some(({ name }) => kindOf(name).disk !== undefined);
}
