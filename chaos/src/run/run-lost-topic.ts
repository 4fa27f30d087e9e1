import { setTimeout as delay } from 'node:timers/promises';
import { stopped } from '../faults/harm-processes.js';
import { every } from '../faults/injection.js';
import type { Sender } from '../load/sender.js';
import { scrape } from '../measure/scrape.js';
import type { Form } from '../schedule/fault-kinds.js';
import { adminKey } from '../system/service-process.js';
import type { System, Topic } from '../system/system.js';
import { recover } from './run-faults.js';
import { type LoadReport, runLoad } from './run-load.js';

/** The content of a topic before it was recreated, and the ledger's figures about that content. */
export interface LostTopic {
  /** The number of messages in the topic that were not stored. */
  readonly unreadMessages: number;
  readonly hasRecovered: boolean;
  /** The number of messages that are missing from the ledger or that a consumer began to store without success. */
  readonly missingMessages: number;
  /** The number of missing messages that the ledger names. */
  readonly namedMessages: number;
  /** The number of unaccounted spans. A missing message counts as one span. */
  readonly unaccountedSpans: number;
  /** The value of `spanhouse_spans_unaccounted`. */
  readonly shownSpans: number;
}

export interface LostTopicReport extends LoadReport {
  readonly form: Form;
  readonly seed: number;
  readonly result: LostTopic;
}

const REQUESTS_PER_SECOND = 20;
/** Time in which the first spans are stored and the topic fills. */
const WARM_UP_MS = 5000;
const READ_TIMEOUT_MS = 60_000;
/**
 * Maximum time until the metric shows the missing messages. A consumer first checks the ledger a minute after its
 * start, and again a minute later.
 */
const SHOW_TIMEOUT_MS = 180_000;
const LOOK_MS = 1000;

/**
 * Recreates the topic while it contains messages that are not stored. The processes stop in the order of
 * docs/operations/partitions.md, but the run does not wait until the consumers have stored every message.
 */
export async function runLostTopic(
  system: System,
  options: Pick<LostTopicReport, 'form' | 'seed'>,
): Promise<LostTopicReport> {
  const { topic } = system;
  if (topic === undefined) {
    throw new Error('this form has no topic');
  }
  const load = { seed: options.seed, requestsPerSecond: REQUESTS_PER_SECOND, hasEdits: false };
  const report = await runLoad(system, load, (sender) => loseTopic(system, { topic, sender }));
  return { ...options, ...report };
}

async function loseTopic(
  system: System,
  { topic, sender }: { readonly topic: Topic; readonly sender: Sender },
): Promise<LostTopic> {
  await delay(WARM_UP_MS);
  const setAll = (change: string) =>
    Promise.all(system.stores.map((store) => store.run(`ALTER TABLE {spans} ${change}`)));
  await setAll('MODIFY SETTING table_readonly = 1');
  await delay(WARM_UP_MS);
  const stop = (role: 'gateway' | 'query' | 'consumer') => every(role, stopped)(system, 0);
  const starts = [await stop('gateway'), await stop('query'), await stop('consumer')];
  const unreadMessages = await topic.unreadMessages();
  await topic.recreate();
  await setAll('RESET SETTING table_readonly');
  await Promise.all(starts.map((start) => start()));
  const hasRecovered = await recover(system, sender);
  const ledger = await readLedger(system.query);
  const shownSpans = await untilShown(system, ledger.unaccountedSpans);
  return { unreadMessages, hasRecovered, ...ledger, shownSpans };
}

/**
 * Waits until the metric shows `spans` unaccounted spans, or until the time limit. Returns the last value of the
 * metric.
 */
async function untilShown({ programs }: System, spans: number): Promise<number> {
  const signal = AbortSignal.timeout(SHOW_TIMEOUT_MS);
  const urls = programs.map(({ url }) => url);
  for (;;) {
    const shown = (await scrape(urls)).max('spanhouse_spans_unaccounted');
    if (shown === spans || signal.aborted) {
      return shown;
    }
    await delay(LOOK_MS);
  }
}

interface LedgerAnswer {
  readonly missing_messages: number;
  readonly gaps: readonly { readonly missing: number }[];
  readonly unbalanced: readonly { readonly unaccounted: number }[];
}

/** Sends the same request as `npm run verify`, for the last hour. */
async function readLedger(query: string) {
  const response = await fetch(`${query}/admin/ledger`, {
    headers: { authorization: `Access ${adminKey}` },
    signal: AbortSignal.timeout(READ_TIMEOUT_MS),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`the ledger was answered ${response.status}: ${text}`);
  }
  const { missing_messages: missing, gaps, unbalanced }: LedgerAnswer = JSON.parse(text);
  const named = gaps.reduce((sum, gap) => sum + gap.missing, 0);
  return {
    missingMessages: missing + unbalanced.length,
    namedMessages: named + unbalanced.length,
    unaccountedSpans: unbalanced.reduce((sum, { unaccounted }) => sum + unaccounted, missing),
  };
}
