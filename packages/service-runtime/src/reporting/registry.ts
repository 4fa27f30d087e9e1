import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { spanhouseVersion } from '../version.js';

export type { Registry };

/** Creates a registry with the default metrics of a Node process and the service's version. */
export function createRegistry(service: string): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'spanhouse_build_info',
    help: 'Service, version and Node version of this process; always 1.',
    labelNames: ['service', 'version', 'node_version'],
    registers: [registry],
  }).set({ service, version: spanhouseVersion, node_version: process.version }, 1);
  return registry;
}
