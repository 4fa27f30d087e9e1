import { createHealth } from '@spanhouse/service-runtime';
import { createSilentLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import type { DeadLetterSink } from '@spanhouse/span-log/dead-letters';
import type { SpanSubscription } from '@spanhouse/span-log/subscription';
import { InMemorySpanLog } from '@spanhouse/span-log/testing';
import {
  FakeDeadLetterIndex,
  FakeIngestState,
  FakeMessageLedger,
  FakeSpanWriter,
} from '@spanhouse/trace-store/testing';
import type { SpanBlock, SpanWriter, WriteOutcome } from '@spanhouse/trace-store/writer';
import { Registry } from 'prom-client';
import { createSpanConsumer, type SpanConsumer, type SpanConsumerDependencies } from '../app.js';
import { parseCommitMetadata } from '../blocks/commit-metadata.js';
import { type ConsumerWorldOptions, testBatching, testUpkeep } from './consumer-world-options.js';
import {
  type Behaviour,
  brokenWrites,
  type Fate,
  type InsertFate,
  logUnavailable,
  meetFate,
  meetInsertFate,
  never,
  type Process,
  storeUnavailable,
} from './fates.js';
import { readMetric } from './read-metric.js';
import { deleteHeaders, textFrame, textFrameRows, textFrames, textHeaders } from './text-frames.js';

export interface RunningConsumer {
  readonly consumer: SpanConsumer;
  readonly isAlive: () => boolean;
  /** Returns the sum of a metric over all label sets. */
  readonly metric: (name: string) => Promise<number>;
  /** Ends the process like `kill -9`, so that its pending calls never resolve. */
  readonly kill: () => void;
}

interface Members {
  readonly members: number;
  /**
   * BATCH_MAX_SPANS of each started consumer. The values differ, because processes with different limits cut different
   * blocks.
   */
  readonly maxSpans: readonly number[];
}

const SLOW_MS = 2000;

/** A simulation with a log, a store and a clock in memory, and with consumers that start and stop. */
export class ConsumerWorld {
  readonly clock = new FakeClock();
  readonly writer = new FakeSpanWriter(textFrames);
  readonly log: InMemorySpanLog;
  readonly deadLetterIndex = new FakeDeadLetterIndex();
  readonly ledger = new FakeMessageLedger();
  readonly visibleTimes = new FakeIngestState();
  readonly remover: SpanConsumerDependencies['remover'] = {
    removeBatch: () => Promise.resolve({ status: 'removed', deletes: 0 }),
  };
  readonly health = createHealth({ dependencies: ['clickhouse', 'span_log'] });
  /** Every operation that reached the log or the store, in order. */
  readonly operations: string[] = [];
  readonly #options: ConsumerWorldOptions;
  readonly #fates: Fate[];
  readonly #insertFates: InsertFate[];

  constructor(options: ConsumerWorldOptions = {}) {
    this.#options = options;
    this.#fates = [...(options.fates ?? [])];
    this.#insertFates = [...(options.inserts?.fates ?? [])];
    this.log = new InMemorySpanLog(options);
  }

  publish(rows: readonly string[], partition = 0): void {
    this.log.append(partition, textFrame(rows), textHeaders(rows));
  }

  /** Sends a row again as a retry of a dead letter. */
  retry(letterId: string, row: string): void {
    this.log.append(0, textFrame([row]), { ...textHeaders([row]), retryOf: letterId });
  }

  deleteTrace(traceId: string, partition = 0): void {
    this.log.append(partition, Buffer.from(traceId), deleteHeaders());
  }

  /** True if every row is stored or dead-lettered, and committed. */
  get isDone(): boolean {
    const { logId, partitionCount } = this.log;
    return Array.from({ length: partitionCount }).every((_, partition) => {
      const { offset, metadata } = this.log.committed(partition);
      const { record } = parseCommitMetadata(metadata, { logId, partition });
      return offset === this.log.messages(partition).length && record === undefined;
    });
  }

  /** Makes every later operation succeed. */
  endFaults(): void {
    this.#fates.length = 0;
    this.#insertFates.length = 0;
  }

  async start(batching?: ConsumerWorldOptions['batching']): Promise<RunningConsumer> {
    const launched = this.launch(batching);
    await launched.started;
    return launched;
  }

  /**
   * Keeps a number of consumers running. Each step replaces dead consumers and advances the clock to its next timer.
   */
  keepRunning({ members, maxSpans }: Members = { members: 1, maxSpans: [6] }) {
    const running: RunningConsumer[] = [];
    const alive = () => running.filter(({ isAlive }) => isAlive());
    const step = async () => {
      while (alive().length < members) {
        const BATCH_MAX_SPANS = maxSpans[running.length % maxSpans.length] ?? 1;
        running.push(await this.start({ BATCH_MAX_SPANS }));
      }
      await this.clock.advance(this.clock.nextTimerMs ?? 0);
    };
    return { alive, step };
  }

  /** Repeats a step until every message is committed. Throws if this takes too many steps. */
  async runToTheEnd(step = this.keepRunning().step): Promise<void> {
    for (let steps = 0; !this.isDone; steps += 1) {
      if (steps === 2000) {
        throw new Error('the messages are not committed');
      }
      await step();
    }
  }

  /** Starts a consumer. The caller awaits `started`. */
  launch(
    batching: ConsumerWorldOptions['batching'] = {},
  ): RunningConsumer & { readonly started: Promise<void> } {
    const member = this.log.subscribe();
    const life = { isAlive: true };
    const kill = () => {
      life.isAlive = false;
      void member.kill(); // the group reassigns its partitions later
    };
    const registry = new Registry();
    const consumer = createSpanConsumer({
      subscription: this.#unreliableSubscription(member, { life, kill }),
      writer: this.#unreliableWriter({ life, kill }),
      deadLetters: this.#unreliableDeadLetters({ life, kill }),
      ...this.#unreliableStore({ life, kill }),
      remover: this.remover,
      wordIndexer: { indexNew: () => Promise.resolve(0) },
      storeState: { read: () => Promise.reject(new Error('not asked')) },
      visibleTimes: this.visibleTimes,
      upkeep: testUpkeep,
      frameRows: textFrameRows,
      clock: this.clock,
      logger: createSilentLogger(),
      registry,
      health: this.health,
      batching: { ...testBatching, ...this.#options.batching, ...batching },
    });
    return {
      consumer,
      started: consumer.start(),
      kill,
      isAlive: () => life.isAlive,
      metric: (name) => readMetric(registry, name),
    };
  }

  #unreliableSubscription(member: SpanSubscription, process: Process): SpanSubscription {
    const commit = member.commit.bind(member);
    member.commit = (position) =>
      this.#attempt(`commit ${position.partition}@${position.offset}`, process, {
        run: () => commit(position),
        retryable: () => Promise.resolve({ status: 'retryable', reason: 'no broker' }),
      });
    return member;
  }

  #unreliableWriter(process: Process): SpanWriter {
    const { writer } = this;
    const own = this.#options.inserts
      ? writer.inProcess((insert) => this.#answerInsert(insert, process))
      : writer;
    return {
      check: () => writer.check(),
      close: () => writer.close(),
      forgetPartitions: () => writer.forgetPartitions(),
      onInsert: (listener) => writer.onInsert(listener),
      writeTombstones: (block, signal) =>
        this.#attempt(`delete ${block.tombstones.length}`, process, {
          run: () => writer.writeTombstones(block, signal),
          ...brokenWrites,
        }),
      write: (block, signal) =>
        this.#insert(block, signal, { process, run: () => own.write(block, signal) }),
      writeAgain: (block, signal) =>
        this.#insert(block, signal, { process, run: () => own.writeAgain(block, signal) }),
    };
  }

  /** Applies the next fate to an insert of one or more blocks. An insert of a killed process stores nothing. */
  async #answerInsert(insert: () => WriteOutcome, { life }: Process): Promise<WriteOutcome> {
    await this.clock.sleep(this.#options.inserts?.durationMs ?? 0);
    if (!life.isAlive) {
      return never();
    }
    return meetInsertFate(this.#insertFates.shift(), insert);
  }

  #insert(
    block: SpanBlock,
    signal: AbortSignal,
    { process, run }: { process: Process; run: () => Promise<WriteOutcome> },
  ): Promise<WriteOutcome> {
    const { writer, clock } = this;
    return this.#attempt(`insert ${block.deduplicationToken}`, process, {
      run,
      ...brokenWrites,
      slow: async () => {
        const outcome = await run();
        await clock.sleep(SLOW_MS, signal);
        return outcome;
      },
      'constraint dropped': () => {
        writer.refuses = () => false;
        return run();
      },
      late: () => {
        // ClickHouse finishes the insert without the process, and applies the constraints from the time when the insert
        // began.
        const isRefused = writer.refusedRow(block) !== undefined;
        clock.setTimer(SLOW_MS, () => isRefused || writer.insert([block]));
        return Promise.resolve({ status: 'retryable', code: 'TIMEOUT', reason: 'timed out' });
      },
      'rows lost': () => {
        writer.loseRows(block);
        return brokenWrites.retryable();
      },
    });
  }

  #unreliableDeadLetters(process: Process): DeadLetterSink {
    const { log } = this;
    const attempt = (name: string, run: () => Promise<void>) =>
      this.#attempt(name, process, { run, retryable: logUnavailable });
    return {
      close: () => Promise.resolve(),
      settle: (retries) => attempt(`settle ${retries.length}`, () => log.settle(retries)),
      put: (letters) => attempt(`dead letters ${letters.length}`, () => log.put(letters)),
    };
  }

  #unreliableStore(process: Process): Pick<SpanConsumerDependencies, 'deadLetterIndex' | 'ledger'> {
    const { deadLetterIndex: index, ledger } = this;
    const attempt = (name: string, run: () => Promise<void>) =>
      this.#attempt(name, process, { run, retryable: storeUnavailable });
    return {
      deadLetterIndex: {
        record: (letters) => attempt(`index ${letters.length}`, () => index.record(letters)),
        recordLost: (range) =>
          attempt(`lost ${range.first}-${range.end}`, () => index.recordLost(range)),
      },
      ledger: {
        enter: (entries) => attempt(`enter ${entries.length}`, () => ledger.enter(entries)),
      },
    };
  }

  async #attempt<T>(name: string, process: Process, behaviour: Behaviour<T>): Promise<T> {
    if (!process.life.isAlive) {
      return never();
    }
    const fate = this.#fates.shift() ?? 'ok';
    this.operations.push(fate === 'ok' ? name : `${name}: ${fate}`);
    const outcome = await meetFate(fate, behaviour, {
      ...process,
      rebalance: () => this.log.rebalance(),
    });
    return process.life.isAlive ? outcome : never();
  }
}
