import { join } from 'node:path';
import { startBroker, whyNoBroker } from '../../../scripts/kafka/broker.mjs';
import type { Fault } from '../schedule/draw-schedule.js';
import { type FaultName, type Form, faultsOf, kindOf } from '../schedule/fault-kinds.js';
import { startClusterSystem } from '../system/cluster-system.js';
import { startEmbeddedSystem } from '../system/embedded-system.js';
import { openAll } from '../system/open-all.js';
import { startServicesSystem } from '../system/services-system.js';
import { canOpenSmallDisks } from '../system/small-disks.js';
import type { StartOptions, System } from '../system/system.js';

/** Starts an installation on loopback. Resolves when it is ready. */
export function startForm(form: Form, options: StartOptions): Promise<System> {
  switch (form) {
    case 'embedded':
      return startEmbeddedSystem(options);
    case 'services':
      return startOnBroker(options);
    case 'cluster':
      return startClusterSystem(options);
  }
}

/** Starts the services on the broker that KAFKA_BROKERS names, or on a new broker. */
function startOnBroker(options: StartOptions): Promise<System> {
  const kafkaBrokers = process.env['KAFKA_BROKERS'];
  if (kafkaBrokers !== undefined) {
    return startServicesSystem({ ...options, kafkaBrokers });
  }
  return openAll(async (onClose) => {
    const reason = whyNoBroker();
    if (reason !== undefined) {
      throw new Error(reason);
    }
    const broker = await startBroker({ dir: join(options.dir, 'kafka') });
    onClose(() => broker.stop());
    const system = await startServicesSystem({ ...options, kafkaBrokers: broker.address });
    onClose(() => system.close());
    return system;
  });
}

/**
 * Returns the faults of a form that this machine cannot inject: those that fill a disk, if no process can have a
 * separate disk.
 */
export function impossibleFaults(form: Form): readonly FaultName[] {
  const names = faultsOf(form).filter((name) => needDisks([{ name }]));
  return names.length === 0 || canOpenSmallDisks() ? [] : names;
}

/** Returns true if the system has to start on disks of a fixed size. */
export function needDisks(faults: readonly Pick<Fault, 'name'>[]): boolean {
  return faults.some(({ name }) => kindOf(name).disk !== undefined);
}
