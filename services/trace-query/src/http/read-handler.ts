import {
  type HttpErrorHandler,
  type HttpHandler,
  type HttpMethod,
  type HttpMiddleware,
  type HttpRequest,
  type HttpResponse,
  type Route,
  requestIdOf,
} from '@spanhouse/api-kit';
import type { Principal } from '@spanhouse/catalog';
import { AppError, type Clock } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import type { ReceiptTarget } from '@spanhouse/span-log/receipt';
import { formatTimestamp } from '@spanhouse/span-schema';
import type { AnswerRoom, TraceAnalytics, TraceReader } from '@spanhouse/trace-store/reader';
import type { QuerySettings } from '../config.js';
import type { Snapshots } from '../consistency/snapshots.js';
import type { QueryMetrics, ReadKind, ReadOutcome } from '../metrics.js';
import type { ItemText } from '../span-json/assemble-trace.js';
import type { AnswerBudget } from './answer-budget.js';
import {
  type AuthenticateRequest,
  type Need,
  principalOf,
  requirePrincipal,
} from './authenticate.js';
import {
  parseConsistency,
  type ReadReceipt,
  type RequestedConsistency,
} from './consistency-headers.js';
import { ReadCosts } from './read-costs.js';
import { outcomeOf } from './read-outcome.js';
import { type Answer, sendJson } from './send-json.js';
import { ndjson, sendLines } from './send-lines.js';

/** The dependencies of every read. */
export interface ReadServices {
  readonly reader: TraceReader;
  readonly analytics: TraceAnalytics;
  readonly snapshots: Snapshots;
  readonly authenticate: AuthenticateRequest;
  readonly offsets: CommittedOffsets;
  readonly readReceipt: ReadReceipt;
  readonly clock: Clock;
  readonly metrics: QueryMetrics;
  readonly settings: QuerySettings;
  readonly answers: AnswerBudget;
}

/** The caller of a request, and the services that read on the caller's behalf. */
export interface ReadContext {
  readonly principal: Principal;
  /** Positions that the request has waited for. The answer must include them. */
  readonly atLeast: ReceiptTarget | undefined;
  /**
   * Waits once more for the store, after the wait for the receipts. `remainingMs` is the time that the request may
   * still wait.
   */
  readonly waitForStore: (wait: (remainingMs: number) => Promise<void>) => Promise<void>;
  /** `reader` and `analytics` add the cost of every statement to `costs`. */
  readonly reader: TraceReader;
  readonly analytics: TraceAnalytics;
  readonly costs: ReadCosts;
  readonly requestId: string;
  /** Sets a header of the answer. */
  readonly setHeader: (name: string, value: string) => void;
  /** Takes a snapshot that includes `atLeast`, and reports the snapshot's time to the client. */
  readonly snapshot: () => Promise<readonly bigint[]>;
  /** Adds the receipt of a write to the answer. */
  readonly setReceipt: (receipt: string) => void;
  /** Sets the version of the answer. Returns true if the client already has this version. */
  readonly isCurrent: (version: string) => boolean;
  /** True if the client requests progress lines in a stream. */
  readonly wantsProgress: boolean;
  /** Aborts when the client closes the connection. */
  readonly signal: AbortSignal;
}

/**
 * A kind of read. `parse` refuses an invalid request before the read waits for receipts or for room in the answer
 * budget; `answer` then reads the store.
 */
export interface Read<Request> {
  readonly kind: ReadKind;
  /** Permission that the caller needs. Default: `view_spans`. */
  readonly need?: Need;
  /** Status of a successful answer. Default: 200. */
  readonly status?: 200 | 202;
  /** True if the route is also served under /preview. Default: true. */
  readonly mirrored?: boolean;
  /** Parses a request, whose body may contain at most `limitBytes` bytes. */
  parse(req: HttpRequest, limitBytes: number): Promise<Request> | Request;
  /** Returns the answer as JSON. Routes that only stream lines do not have this function. */
  answer?(request: Request, context: ReadContext): Promise<Answer> | Answer;
  /** Returns the items of a list as lines. Returns undefined if the client already has the current version. */
  stream?(request: Request, context: ReadContext): Promise<Lines | undefined> | Lines;
  /** Sends an answer that is neither JSON nor lines. Replaces `answer` and `stream`. */
  send?(request: Request, exchange: Exchange): Promise<ReadOutcome>;
}

type Lines = AsyncIterable<readonly ItemText[]>;

/** Creates the route for a read. `name` contains the method and the path, such as `GET /traces/:trace_id`. */
export function readRoute<Request>(
  services: ReadServices,
  name: `${HttpMethod} /${string}`,
  read: Read<Request>,
): Route {
  const [method, path = ''] = name.split(' ') as [HttpMethod, string];
  const { mirrored = true, need = 'view_spans' } = read;
  return {
    method,
    path,
    mirrored,
    middleware: [beginRead(services, read.kind), requirePrincipal(services.authenticate, need)],
    handler: createReadHandler(services, read),
    onFailure: endFailedRead,
  };
}

/** A read that has started and has not been counted yet. */
interface OpenRead {
  readonly signal: AbortSignal;
  /** Runs `wait` with the part of `limitMs` that earlier waits of this read have not used. */
  readonly runWait: (
    limitMs: number,
    wait: (remainingMs: number) => Promise<void>,
  ) => Promise<void>;
  /** Counts the read by outcome. Only the first call has an effect. */
  readonly count: (outcome: ReadOutcome) => void;
}

/** Returns the read that a response belongs to; undefined if the request was refused before its read started. */
function findOpenRead(res: HttpResponse): OpenRead | undefined {
  return res.locals['read'] as OpenRead | undefined;
}

function beginRead({ clock, metrics }: ReadServices, kind: ReadKind): HttpMiddleware {
  return (_req, res, next) => {
    const startedMs = clock.monotonicMs();
    let waitedMs = 0;
    const signal = abortWhenGone(res);
    const count = (outcome: ReadOutcome) => {
      const seconds = (clock.monotonicMs() - startedMs - waitedMs) / 1000;
      metrics.read(kind, signal.aborted ? 'abandoned' : outcome, seconds);
    };
    const runWait: OpenRead['runWait'] = async (limitMs, wait) => {
      const waitStartedMs = clock.monotonicMs();
      await wait(Math.max(limitMs - waitedMs, 0));
      waitedMs += clock.monotonicMs() - waitStartedMs;
    };
    res.locals['read'] = { signal, runWait, count } satisfies OpenRead;
    next();
  };
}

const endFailedRead: HttpErrorHandler = (error, { res }, next) => {
  const open = findOpenRead(res);
  open?.count(outcomeOf(error));
  // If the client has closed the connection, the error is only a consequence and needs no answer.
  if (open?.signal.aborted !== true) {
    next(error);
  }
};

/**
 * Creates the handler for a read. The handler parses the request, waits for its receipts, and sends the answer. Every
 * read is counted once, by outcome.
 */
function createReadHandler<Request>(services: ReadServices, read: Read<Request>): HttpHandler {
  return async (req, res) => {
    const principal = principalOf(res);
    const { signal, runWait, count } = res.locals['read'] as OpenRead;
    const consistency = parseConsistency(req, principal.project_id, services);
    const request = await read.parse(req, services.settings.bodyLimitBytes);
    const { target: atLeast, timeoutMs } = consistency;
    await runWait(timeoutMs, () => waitVisibly(consistency, services, signal));
    const costs = new ReadCosts();
    const room = openRoom(services.answers, { principal, costs, signal }, res);
    const reader = services.reader.measured((cost) => costs.add(cost), room);
    const analytics = services.analytics.measured((cost) => costs.add(cost));
    const setHeader = (name: string, value: string) => void res.setHeader(name, value);
    const tellVisible = (asOfNs: bigint) =>
      res.headersSent || setHeader('x-visible-to', formatTimestamp(asOfNs));
    const snapshot = () => services.snapshots.current(atLeast, tellVisible);
    const setReceipt = (receipt: string) => setHeader('x-ingest-receipt', receipt);
    const waitForStore: ReadContext['waitForStore'] = (wait) => runWait(timeoutMs, wait);
    const requestId = requestIdOf(res);
    const isCurrent = (version: string) => isKnownVersion(version, req, res);
    const wantsProgress = acceptedLines(req) === withProgress;
    const caller = { principal, atLeast, requestId, isCurrent, wantsProgress, signal };
    const store = { reader, analytics, snapshot, waitForStore };
    const context = { ...caller, ...store, setHeader, setReceipt, costs };
    res.status(read.status ?? 200);
    count(await sendAnswer(read, request, { req, res, context }));
  };
}

/** A request from an authenticated caller, and its response. */
interface Exchange {
  readonly req: HttpRequest;
  readonly res: HttpResponse;
  readonly context: ReadContext;
}

async function sendAnswer<Request>(
  read: Read<Request>,
  request: Request,
  exchange: Exchange,
): Promise<ReadOutcome> {
  if (read.send !== undefined) {
    return read.send(request, exchange);
  }
  await sendJsonOrLines(read, request, exchange);
  return 'answered';
}

async function sendJsonOrLines<Request>(
  read: Read<Request>,
  request: Request,
  { req, res, context }: Exchange,
): Promise<void> {
  const { answer } = read;
  if (answer !== undefined && (read.stream === undefined || acceptedLines(req) === undefined)) {
    await sendJson(res, await answer(request, context), context.costs);
    return;
  }
  const lines = await read.stream?.(request, context);
  if (lines === undefined) {
    context.costs.writeHead(res);
    res.status(304).end();
  } else {
    await sendLines(res, lines, context.costs);
  }
}

/** Sets the version header. Returns true if the client already has this version. */
function isKnownVersion(version: string, req: HttpRequest, res: HttpResponse): boolean {
  const etag = `"${version}"`;
  res.setHeader('etag', etag);
  res.setHeader('cache-control', 'private, no-cache');
  const known = req.headers['if-none-match'] ?? '';
  return known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
}

/**
 * Creates the read's part of the answer budget. The part is released when the client has received the answer or
 * disconnects.
 */
function openRoom(
  answers: AnswerBudget,
  { principal, costs, signal }: Pick<ReadContext, 'principal' | 'costs' | 'signal'>,
  res: HttpResponse,
): AnswerRoom {
  const held = answers.open(principal.project_id, () => costs.isUnderWay);
  if (signal.aborted) {
    held.release();
  } else {
    res.once('close', () => held.release());
  }
  return held;
}

const withProgress = `${ndjson};progress=1`;

/** Returns the media type of lines if the client prefers lines to a JSON body; otherwise undefined. */
function acceptedLines(req: HttpRequest): string | undefined {
  const accepted = req.accepts(['application/json', ndjson, withProgress]);
  return accepted === ndjson || accepted === withProgress ? accepted : undefined;
}

function abortWhenGone(res: HttpResponse): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) {
      gone.abort(new AppError('CLIENT_GONE', 'the client went away'));
    }
  });
  return gone.signal;
}

/**
 * Resolves when all spans of the receipts are stored or dead-lettered. Rejects with NOT_YET_VISIBLE after the time
 * limit. Records how long the wait took, by outcome.
 */
async function waitVisibly(
  { target, timeoutMs }: RequestedConsistency,
  { offsets, clock, metrics }: ReadServices,
  signal: AbortSignal,
): Promise<void> {
  if (target === undefined) {
    return;
  }
  const startedMs = clock.monotonicMs();
  let isVisible = false;
  try {
    isVisible = await offsets.waitFor(target, { timeoutMs, signal });
  } finally {
    const outcome = isVisible ? 'visible' : 'not_yet_visible';
    metrics.waited(outcome, (clock.monotonicMs() - startedMs) / 1000);
  }
  if (!isVisible) {
    throw new AppError('NOT_YET_VISIBLE', `not visible after ${timeoutMs} ms`, { retryable: true });
  }
}
