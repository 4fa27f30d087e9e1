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
import type { AnswerRoom, TraceReader } from '@spanhouse/trace-store/reader';
import type { QuerySettings } from '../config.js';
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
  readonly authenticate: AuthenticateRequest;
  readonly offsets: CommittedOffsets;
  readonly readReceipt: ReadReceipt;
  readonly clock: Clock;
  readonly metrics: QueryMetrics;
  readonly settings: QuerySettings;
  readonly answers: AnswerBudget;
}

/** The caller of a request, and the store as this request reads it. */
export interface ReadContext {
  readonly principal: Principal;
  /** The positions that the caller waited for, which the answer must include. */
  readonly atLeast: ReceiptTarget | undefined;
  /** Runs a further wait for the store. `remainingMs` is the rest of the time that the request may wait. */
  readonly waitForStore: (wait: (remainingMs: number) => Promise<void>) => Promise<void>;
  /** Reads the store; the cost of every statement is added to `costs`. */
  readonly reader: TraceReader;
  readonly costs: ReadCosts;
  readonly requestId: string;
  /** Sets a header of the answer. */
  readonly setHeader: (name: string, value: string) => void;
  /** Reports to the client that the answer includes everything that was stored at a time, in ns. */
  readonly tellVisible: (asOfNs: bigint) => void;
  /** Adds the receipt of the request's write to the answer. */
  readonly setReceipt: (receipt: string) => void;
  /** Names the version of the answer, and returns whether the client has that version. */
  readonly isCurrent: (version: string) => boolean;
  /** True if the client wants to know how far a stream has searched. */
  readonly wantsProgress: boolean;
  /** Aborts when the client closes the connection. */
  readonly signal: AbortSignal;
}

/**
 * One kind of read. `parse` refuses an invalid request before it waits or reads; `answer` then reads.
 */
export interface Read<Request> {
  readonly kind: ReadKind;
  /** The permission that the caller needs. Default `view_spans`. */
  readonly need?: Need;
  /** The status of a success. Default 200. */
  readonly status?: 200 | 202;
  /** True if the route is also served under /preview. Default true. */
  readonly mirrored?: boolean;
  parse(req: HttpRequest): Promise<Request> | Request;
  /** Absent if the answer always consists of lines. */
  answer?(request: Request, context: ReadContext): Promise<Answer> | Answer;
  /** The items of a list that can be answered line by line; undefined if the client has the current version. */
  stream?(request: Request, context: ReadContext): Promise<Lines | undefined> | Lines;
  /** Sends the answer in a protocol of its own, in place of `answer` and `stream`. */
  send?(request: Request, exchange: Exchange): Promise<ReadOutcome>;
}

type Lines = AsyncIterable<readonly ItemText[]>;

/** Creates the route of a read. `name` is its method and path: `GET /traces/:trace_id`. */
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

/** A read that has begun and is not counted yet. */
interface OpenRead {
  readonly signal: AbortSignal;
  /** Runs `wait` with the part of `limitMs` that earlier waits of the read have not used. */
  readonly runWait: (
    limitMs: number,
    wait: (remainingMs: number) => Promise<void>,
  ) => Promise<void>;
  /** Counts the read, which happens once. */
  readonly count: (outcome: ReadOutcome) => void;
}

/** Returns undefined for a request that was refused before its read began. */
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
  // If the client has closed the connection, the error is only a consequence of that.
  if (open?.signal.aborted !== true) {
    next(error);
  }
};

/**
 * Creates the handler of a read. It parses the request, waits for the receipts that the request names, and sends the
 * answer. Every read is counted once, by its outcome.
 */
function createReadHandler<Request>(services: ReadServices, read: Read<Request>): HttpHandler {
  return async (req, res) => {
    const principal = principalOf(res);
    const { signal, runWait, count } = res.locals['read'] as OpenRead;
    const consistency = parseConsistency(req, principal.project_id, services);
    const request = await read.parse(req);
    const { target: atLeast, timeoutMs } = consistency;
    await runWait(timeoutMs, () => waitVisibly(consistency, services, signal));
    const costs = new ReadCosts();
    const room = openRoom(services.answers, { principal, costs, signal }, res);
    const reader = services.reader.measured((cost) => costs.add(cost), room);
    const setHeader = (name: string, value: string) => void res.setHeader(name, value);
    const tellVisible = (asOfNs: bigint) =>
      res.headersSent || setHeader('x-visible-to', formatTimestamp(asOfNs));
    const setReceipt = (receipt: string) => setHeader('x-ingest-receipt', receipt);
    const waitForStore: ReadContext['waitForStore'] = (wait) => runWait(timeoutMs, wait);
    const requestId = requestIdOf(res);
    const isCurrent = (version: string) => isKnownVersion(version, req, res);
    const wantsProgress = acceptedLines(req) === withProgress;
    const caller = { principal, atLeast, requestId, isCurrent, wantsProgress, signal };
    const heads = { setHeader, tellVisible, setReceipt };
    const context = { ...caller, ...heads, reader, costs, waitForStore };
    res.status(read.status ?? 200);
    count(await sendAnswer(read, request, { req, res, context }));
  };
}

/** A request whose caller is known. */
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

/** Compares a version with the one that the client has, and sends it in any case. */
function isKnownVersion(version: string, req: HttpRequest, res: HttpResponse): boolean {
  const etag = `"${version}"`;
  res.setHeader('etag', etag);
  res.setHeader('cache-control', 'private, no-cache');
  const known = req.headers['if-none-match'] ?? '';
  return known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
}

/** Opens the part of the budget that the answer holds until the client has taken it or is gone. */
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

/** Returns the form of lines that the client prefers to a JSON body; undefined if it prefers the body. */
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
 * Resolves when every span of the receipts is stored or dead-lettered. Rejects with NOT_YET_VISIBLE
 * after the time limit. Counts the wait by its outcome.
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
