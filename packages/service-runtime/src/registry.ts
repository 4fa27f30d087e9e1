import { readFileSync } from 'node:fs';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

export type { Registry };

/** A registry of its own with the process, garbage collection and event loop metrics, and what runs here. */
export function createRegistry(service: string): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'spanhouse_build_info',
    help: 'What runs here; always 1.',
    labelNames: ['service', 'version', 'node_version'],
    registers: [registry],
  }).set({ service, version: packageVersion(), node_version: process.version }, 1);
  return registry;
}

/** All packages of Spanhouse are released under one version. */
export function packageVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return JSON.parse(text).version;
}
