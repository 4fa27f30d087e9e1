import { setTimeout as delay } from 'node:timers/promises';
import { timeLimits } from '../../../packages/service-runtime/src/testing/index.js';
import { Reader } from '../load/reader.js';
import type { Sender } from '../load/sender.js';
import { type Sample, Sampler } from '../measure/sampler.js';
import type { Form } from '../schedule/fault-kinds.js';
import type { Part, StartOptions, System } from '../system/system.js';
import { type LoadReport, runLoad } from './run-load.js';

/** The effects of one outage of ClickHouse. The samples are in the order of time. */
export interface Pressure {
  /** The bounds of the time before the outage, under the same load. */
  readonly normal: readonly [Sample, Sample];
  readonly stoppedAtMs: number;
  /** The time at which a write was first answered 503, and the metrics of the processes then. */
  readonly firstUnavailable: (Sample & { readonly afterMs: number }) | undefined;
  readonly resumedAt: Sample;
  /** The first sample in which more is stored than at the end of the outage. */
  readonly drainBegan: Sample | undefined;
  /** The first sample with no larger lag than before the outage. */
  readonly drained: Sample | undefined;
  /**
   * A sample after the same load has continued for a while, with the spans per second that it offered since the log was
   * drained.
   */
  readonly after: Sample & { readonly offeredRate: number };
  readonly samples: readonly Sample[];
}

export interface BackPressureReport extends LoadReport {
  readonly form: Form;
  readonly seed: number;
  readonly minutes: number;
  readonly result: Pressure;
}

interface BackPressureOptions {
  readonly form: Form;
  readonly seed: number;
  readonly minutes: number;
}

const MS_PER_MINUTE = 60_000;
const MS_PER_SECOND = 1000;
const LOOK_MS = 50;
const WARM_UP_MS = 10_000;
const NORMAL_MS = 20_000;
/** With this load the log is full before the middle of the outage. */
const load = { requestsPerSecond: 20, paddingBytes: 6144, retryPauseMs: 1000 };
const LOG_BYTES_PER_MINUTE = 16 * 1024 * 1024;
/** The lag at one moment varies by the number of messages that arrive between two commits. */
const LAG_FACTOR = 2;

/** The settings of an installation whose log is full in the course of the outage. */
export function pressureSettings({
  form,
  minutes,
}: Pick<BackPressureOptions, 'form' | 'minutes'>): NonNullable<StartOptions['settings']> {
  const bytes = String(Math.max(1, minutes) * LOG_BYTES_PER_MINUTE);
  return form === 'embedded' ? { LOG_MAX_BYTES: bytes } : { KAFKA_MAX_UNREAD_BYTES: bytes };
}

/** Stops ClickHouse under load, until the log is full, starts it again, and drains the log under the same load. */
export async function runBackPressure(
  system: System,
  options: BackPressureOptions,
): Promise<BackPressureReport> {
  const sampler = new Sampler(system.programs.map(({ url }) => url));
  const reader = new Reader([system.query]);
  sampler.start();
  reader.start();
  try {
    const report = await runLoad(system, { ...load, seed: options.seed }, (sender) =>
      press(system, { sender, sampler, holdMs: options.minutes * MS_PER_MINUTE }),
    );
    return { ...options, ...report };
  } finally {
    await reader.stop();
    await sampler.stop();
  }
}

interface PressOptions {
  readonly sender: Sender;
  readonly sampler: Sampler;
  readonly holdMs: number;
}

async function press(system: System, options: PressOptions): Promise<Pressure> {
  const { sampler } = options;
  await delay(WARM_UP_MS);
  const before = await sampler.sample();
  await delay(NORMAL_MS);
  const normal = [before, await sampler.sample()] as const;
  const usualLag = LAG_FACTOR * largestLag(sampler.samples);

  const { stoppedAtMs, firstUnavailable } = await outage(system, options);

  const resumedAt = await sampler.sample();
  const signal = AbortSignal.timeout(options.holdMs + timeLimits.effect);
  const drainBegan = await sampler.until(
    ({ storedSpans }) => storedSpans > resumedAt.storedSpans,
    signal,
  );
  const drained = await sampler.until(({ lagMessages }) => lagMessages <= usualLag, signal);
  const after = await goOn(options);
  const { samples } = sampler;
  const drain = { resumedAt, drainBegan, drained, after };
  return { normal, stoppedAtMs, firstUnavailable, ...drain, samples: [...samples] };
}

/** Continues the load for a while, and measures the rate that it offers. */
async function goOn({ sender, sampler }: PressOptions): Promise<Pressure['after']> {
  const began = { atMs: performance.now(), spans: sender.offeredSpans };
  await delay(NORMAL_MS);
  const seconds = (performance.now() - began.atMs) / MS_PER_SECOND;
  const offeredRate = (sender.offeredSpans - began.spans) / seconds;
  return { ...(await sampler.sample()), offeredRate };
}

/** Stops ClickHouse for the whole outage, and starts it again. */
async function outage(system: System, { sender, sampler, holdMs }: PressOptions) {
  const servers = system.parts('clickhouse');
  await Promise.all(servers.map(takeDown));
  const stoppedAtMs = performance.now();
  const ended = delay(holdMs);
  const firstAtMs = await untilUnavailable(sender, stoppedAtMs, AbortSignal.timeout(holdMs));
  const firstUnavailable =
    firstAtMs === undefined
      ? undefined
      : { ...(await sampler.sample()), afterMs: firstAtMs - stoppedAtMs };
  await ended;
  await Promise.all(servers.map(bringUp));
  return { stoppedAtMs, firstUnavailable };
}

/** Resolves at the first 503, without a scrape, whose answer could be seconds old. Undefined if `signal` aborts before. */
async function untilUnavailable(
  { answers }: Sender,
  fromMs: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  while (!signal.aborted && answers.firstUnavailableMs(fromMs) === undefined) {
    await delay(LOOK_MS);
  }
  return answers.firstUnavailableMs(fromMs);
}

async function takeDown(server: Part): Promise<void> {
  if (server.isSupervised === true) {
    server.freeze();
  } else {
    await server.kill();
  }
}

async function bringUp(server: Part): Promise<void> {
  if (server.isSupervised === true) {
    server.thaw();
  } else {
    await server.start();
  }
}

function largestLag(samples: readonly Sample[]): number {
  return Math.max(...samples.map(({ lagMessages }) => lagMessages));
}
