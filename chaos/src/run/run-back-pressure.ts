import { setTimeout as delay } from 'node:timers/promises';
import { timeLimits } from '../../../packages/service-runtime/src/testing/index.js';
import { Reader } from '../load/reader.js';
import type { Sender } from '../load/sender.js';
import { type Sample, Sampler } from '../measure/sampler.js';
import type { Form } from '../schedule/fault-kinds.js';
import type { Part, StartOptions, System } from '../system/system.js';
import { type LoadReport, runLoad } from './run-load.js';

/** The effects of one outage of ClickHouse. The samples are in chronological order. */
export interface Pressure {
  /** The first and the last sample before the outage, under the same load. */
  readonly normal: readonly [Sample, Sample];
  readonly stoppedAtMs: number;
  /** The time of the first write with status 503, and the metrics at that time. */
  readonly firstUnavailable: (Sample & { readonly afterMs: number }) | undefined;
  readonly resumedAt: Sample;
  /** The first sample with more stored spans than at the end of the outage. */
  readonly drainBegan: Sample | undefined;
  /** The first sample after the outage at which the log counts as drained. */
  readonly drained: Sample | undefined;
  /**
   * A sample taken a while after the log was drained, and the number of spans per second that were offered since the
   * drain.
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
/** A load that fills the log before the middle of the outage. */
const load = { requestsPerSecond: 20, paddingBytes: 6144, retryPauseMs: 1000 };
const LOG_BYTES_PER_MINUTE = 16 * 1024 * 1024;
/** The log counts as drained if its lag is at most this factor times the largest lag before the outage. */
const LAG_FACTOR = 2;

/** Returns the settings of an installation whose log becomes full during the outage. */
export function pressureSettings({
  form,
  minutes,
}: Pick<BackPressureOptions, 'form' | 'minutes'>): NonNullable<StartOptions['settings']> {
  const bytes = String(Math.max(1, minutes) * LOG_BYTES_PER_MINUTE);
  return form === 'embedded' ? { LOG_MAX_BYTES: bytes } : { KAFKA_MAX_UNREAD_BYTES: bytes };
}

/**
 * Stops ClickHouse under load until the log is full. Then it starts ClickHouse again and drains the log under the same
 * load.
 */
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
  const after = await continueLoad(options);
  const { samples } = sampler;
  const drain = { resumedAt, drainBegan, drained, after };
  return { normal, stoppedAtMs, firstUnavailable, ...drain, samples: [...samples] };
}

/** Continues the load for a while and measures the offered rate. */
async function continueLoad({ sender, sampler }: PressOptions): Promise<Pressure['after']> {
  const began = { atMs: performance.now(), spans: sender.offeredSpans };
  await delay(NORMAL_MS);
  const seconds = (performance.now() - began.atMs) / MS_PER_SECOND;
  const offeredRate = (sender.offeredSpans - began.spans) / seconds;
  return { ...(await sampler.sample()), offeredRate };
}

/** Stops ClickHouse for `holdMs`, and starts it again. */
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

/**
 * Resolves at the first 503, or with undefined if `signal` aborts first. Does not scrape metrics, because a scrape may
 * return values that are seconds old.
 */
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
