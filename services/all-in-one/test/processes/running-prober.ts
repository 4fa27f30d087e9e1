import { scrape } from '../scrape.js';
import { type RunningProcess, startProcess } from './running-process.js';

export interface RunningProber extends RunningProcess {
  readonly url: string;
  /** Returns the non-zero values of a counter, keyed by the given labels. */
  counts(name: string, ...labels: readonly string[]): Promise<Readonly<Record<string, number>>>;
}

/** Starts a prober on a free port. The prober sends a probe each second. */
export async function startProber(env: Record<string, string>): Promise<RunningProber> {
  const running = startProcess('services/prober/dist/main.js', {
    HTTP_PORT: '0',
    PROBE_INTERVAL_MS: '1000',
    ...env,
  });
  const url = await running.line(/"address":"(http:[^"]+)","msg":"listening"/);
  return {
    ...running,
    url,
    async counts(name, ...labels) {
      const counted: Record<string, number> = {};
      for (const sample of await scrape(url)) {
        if (sample.name === `spanhouse_prober_${name}` && sample.value > 0) {
          const key = labels.map((label) => sample.labels[label]).join(' ');
          counted[key] = (counted[key] ?? 0) + sample.value;
        }
      }
      return counted;
    },
  };
}
