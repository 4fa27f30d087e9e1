// Measures what the same spans cost the OpenTelemetry Collector, which only parses and drops them. The figure shows the
// current speed of the machine, to compare other figures with. Needs Go.   node bench/collector.mjs [spans]
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freePort } from '../packages/service-runtime/src/process/free-port.ts';
import { cpuSeconds } from './cpu-seconds.mjs';
import { runGenerator } from './run-generator.mjs';

const SPANS = 400_000;
/** Spans that are sent first and not counted, because Go collects a small heap more often. */
const WARM_UP_SPANS = 200_000;
const START_ATTEMPTS = 100;
const START_DELAY_MS = 100;

function configOf(port) {
  return `
receivers: { otlp: { protocols: { http: { endpoint: "127.0.0.1:${port}" } } } }
exporters: { nop: {} }
service:
  telemetry: { logs: { level: error }, metrics: { level: none } }
  pipelines: { traces: { receivers: [otlp], exporters: [nop] } }
`;
}

/** Builds and starts the Collector of bench/collector. `measure` may be called until `close`. */
export function buildCollector() {
  const dir = mkdtempSync(join(tmpdir(), 'spanhouse-collector-'));
  const binary = join(dir, 'collector');
  execFileSync('go', ['build', '-o', binary, '.'], { cwd: join(import.meta.dirname, 'collector') });
  return {
    measure: (spans = SPANS) => measure({ dir, binary, spans }),
    close: () => rmSync(dir, { recursive: true, force: true }),
  };
}

async function measure({ dir, binary, spans }) {
  const port = await freePort();
  const config = join(dir, 'config.yaml');
  writeFileSync(config, configOf(port));
  const child = spawn(binary, ['--config', config], { stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(child, 'exit');
  try {
    const url = `http://127.0.0.1:${port}`;
    await untilListening(url);
    await runGenerator(url, WARM_UP_SPANS);
    const before = cpuSeconds(child.pid);
    const { accepted, accepted_spans_per_second } = await runGenerator(url, spans);
    const seconds = cpuSeconds(child.pid) - before;
    return {
      accepted_spans_per_second,
      cpu_seconds_per_100k: Number(((seconds * 1e5) / accepted).toFixed(2)),
    };
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

async function untilListening(url) {
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt++) {
    const answer = await fetch(`${url}/v1/traces`, { method: 'POST' }).catch(() => undefined);
    if (answer !== undefined) {
      return;
    }
    await delay(START_DELAY_MS);
  }
  throw new Error('the Collector does not start');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const collector = buildCollector();
  try {
    console.log(JSON.stringify(await collector.measure(Number(process.argv[2] ?? SPANS))));
  } finally {
    collector.close();
  }
}
