import type { ServiceRole } from '../system/system.js';
import { chosen, type Injection } from './injection.js';

const HOUR_MS = 3_600_000;

/** Shifts the wall clock of one process. The undo function restores it. */
export function clock(role: ServiceRole, hours: 1 | -1): Injection {
  return async ({ services }, target) => {
    const service = chosen(services(role), target);
    await service.setClock(hours * HOUR_MS);
    return () => service.setClock(0);
  };
}
