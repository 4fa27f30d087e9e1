import { randomBytes } from 'node:crypto';
import { createRegistry, type Registry } from '@spanhouse/service-runtime';
import { createRecordingLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import { createProber, type ProberDependencies } from '../app.js';
import { scriptedDoor, scriptedPath } from './scripted-system.js';

const bounds = { lateAfterMs: 15_000, missingAfterMs: 300_000 };

type Parts = Partial<Pick<ProberDependencies, 'doors' | 'paths' | 'intervalMs'>>;

/** Starts a prober for a scripted system. If the interval is an hour or longer, the prober sends only one probe. */
export function startProber({ intervalMs = 3_600_000, ...parts }: Parts) {
  const clock = new FakeClock();
  const registry = createRegistry('prober');
  const { logger, lines } = createRecordingLogger();
  const prober = createProber({
    doors: [scriptedDoor('json_flat')],
    paths: [scriptedPath('trace_by_id', () => Promise.resolve({ status: 'whole' }))],
    ...parts,
    intervalMs,
    bounds,
    clock,
    elapsedMs: () => clock.nowMs(),
    random: randomBytes,
    registry,
    logger,
  });
  const startedMs = clock.nowMs();
  prober.start();
  const messages = () => lines.map(({ msg }) => msg);
  const counts = (name: string) => countsOf(registry, name);
  return {
    prober,
    clock,
    startedMs,
    lines,
    messages,
    counts,
    exposition: () => registry.metrics(),
  };
}

/** Returns the non-zero values of a metric, keyed by its labels in the order of declaration. */
async function countsOf(registry: Registry, name: string) {
  const metric = await registry.getSingleMetric(`spanhouse_prober_${name}`)?.get();
  const entries = (metric?.values ?? [])
    .filter(({ value }) => value !== 0)
    .map(({ labels, value }) => [Object.values(labels).join(' ') || 'all', value]);
  return Object.fromEntries(entries);
}
