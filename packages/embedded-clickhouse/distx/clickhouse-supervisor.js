import { AppError } from '@spanhouse/service-runtime';
const PROBE_INTERVAL_MS = 50;
/** Loading many parts from a slow disk takes a while; usually it is half a second. */
const READY_TIMEOUT_MS = 120_000;
/** The server of a killed parent holds the directory until it has ended, a second or two. */
const TAKE_OVER_TIMEOUT_MS = 30_000;
const END_TIMEOUT_MS = 15_000;
/** A server that lived this long was not killed by its own data or configuration. */
const STABLE_AFTER_MS = 10_000;
/** With a backoff capped at 5 s, about a minute and a half. */
const MAX_FAILED_STARTS = 20;
const MAX_REASON_CHARS = 500;
const HELD_BY_ANOTHER = 'Another server instance in same directory is already running';
/** Keeps one ClickHouse process running from `start` until `close`. */
export class ClickHouseSupervisor {
    #deps;
    #closing = new AbortController();
    #process;
    #watching = Promise.resolve();
    #readySinceMs = 0;
    constructor(deps) {
        this.#deps = deps;
    }
    get pid() {
        return this.#process?.pid;
    }
    /**
     * Resolves when the server answers for the first time. From then on it is started again whenever
     * it dies; when that fails for too long, `onGivenUp` is told once.
     */
    async start(onGivenUp) {
        const { clock, backoff } = this.#deps;
        const giveUpAtMs = clock.nowMs() + TAKE_OVER_TIMEOUT_MS;
        for (;;) {
            const outcome = await this.#startOnce();
            if (outcome.status === 'ready')
                break;
            const isHeld = outcome.status === 'ended' && outcome.end.output.includes(HELD_BY_ANOTHER);
            if (!isHeld || clock.nowMs() > giveUpAtMs)
                throw cannotStart(outcome);
            await clock.sleep(backoff.nextDelayMs(), this.#closing.signal);
        }
        this.#watching = this.#keepRunning().catch((error) => {
            if (!this.#closing.signal.aborted)
                onGivenUp(error);
        });
    }
    /** Lets the server end by itself, kills it when it does not. Resolves when no process is left. */
    async close() {
        this.#closing.abort();
        const { clock, logger } = this.#deps;
        const process = this.#process;
        process?.end();
        const timer = clock.setTimer(END_TIMEOUT_MS, () => {
            logger.warn({ pid: process?.pid }, 'clickhouse did not end by itself, killing it');
            process?.kill();
        });
        await process?.exited;
        timer.cancel();
        await this.#watching;
    }
    async #keepRunning() {
        const { clock, backoff, logger } = this.#deps;
        const { signal } = this.#closing;
        let failedStarts = 0;
        while (this.#process !== undefined) {
            const end = await this.#process.exited;
            if (signal.aborted)
                return;
            logger.error({ ...end }, 'clickhouse died, starting it again');
            if (clock.nowMs() - this.#readySinceMs >= STABLE_AFTER_MS)
                backoff.reset();
            await clock.sleep(backoff.nextDelayMs(), signal);
            const outcome = await this.#startOnce();
            failedStarts = outcome.status === 'ready' ? 0 : failedStarts + 1;
            if (failedStarts >= MAX_FAILED_STARTS)
                throw cannotStart(outcome);
            if (outcome.status === 'ready')
                logger.warn({ pid: this.pid }, 'clickhouse is back');
        }
    }
    async #startOnce() {
        this.#closing.signal.throwIfAborted();
        const process = this.#deps.spawn();
        this.#process = process;
        const settled = new AbortController();
        try {
            return await Promise.race([
                process.exited.then((end) => ({ status: 'ended', end })),
                this.#untilReady(process, AbortSignal.any([settled.signal, this.#closing.signal])),
            ]);
        }
        finally {
            settled.abort();
        }
    }
    async #untilReady(process, signal) {
        const { clock, probe } = this.#deps;
        const deadlineMs = clock.nowMs() + READY_TIMEOUT_MS;
        while (!(await probe(signal))) {
            if (clock.nowMs() >= deadlineMs) {
                process.kill();
                return { status: 'timed_out' };
            }
            await clock.sleep(PROBE_INTERVAL_MS, signal);
        }
        this.#readySinceMs = clock.nowMs();
        return { status: 'ready' };
    }
}
function cannotStart(outcome) {
    const reason = outcome.status === 'ended' ? reasonOf(outcome.end) : 'it does not answer';
    return new AppError('EMBEDDED_CLICKHOUSE_FAILED', `ClickHouse does not start: ${reason}`);
}
function reasonOf({ exitCode, signal, output }) {
    if (output === '')
        return `exit code ${exitCode}, signal ${signal}`;
    const exceptionAt = Math.max(0, output.indexOf('Code: '));
    return output.slice(exceptionAt, exceptionAt + MAX_REASON_CHARS).replaceAll(/\s+/g, ' ');
}
//# sourceMappingURL=clickhouse-supervisor.js.map