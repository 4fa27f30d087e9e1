import type { Principal } from '@spanhouse/catalog';
import {
  AppError,
  BodyReadError,
  type Clock,
  type HttpHandler,
  HttpProblem,
  type HttpRequest,
  type HttpResponse,
  requestIdOf,
} from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import type { ReceiptTarget } from '@spanhouse/span-log/receipt';
import type { TraceReader } from '@spanhouse/trace-store/reader';
import type { QuerySettings } from '../config.js';
import type { QueryMetrics, ReadKind, ReadOutcome } from '../metrics.js';
import type { ItemText } from '../query/assemble-trace.js';
import type { ReadReceipt } from '../query/read-receipt.js';
import { type Consistency, waitForReceipts } from '../query/wait-for-receipts.js';
import type { AuthenticateRequest, Need } from './authenticate.js';
import { parseConsistency } from './consistency-headers.js';
import { ReadCosts } from './read-costs.js';
import { sendJson, type TextPieces } from './send-json.js';
import { NDJSON, sendLines } from './send-lines.js';

/** What every read needs, whatever it reads. */
export interface ReadServices {
  readonly reader: TraceReader;
  readonly authenticate: AuthenticateRequest;
  readonly offsets: CommittedOffsets;
  readonly readReceipt: ReadReceipt;
  readonly clock: Clock;
  readonly metrics: QueryMetrics;
  readonly settings: QuerySettings;
}

export interface ReadContext {
  readonly principal: Principal;
  /** What the caller has waited for, and so must see. */
  readonly atLeast: ReceiptTarget | undefined;
  /** Tells `costs` of every statement. */
  readonly reader: TraceReader;
  readonly costs: ReadCosts;
  readonly requestId: string;
  /** Of what was written, put into the answer. */
  readonly setReceipt: (receipt: string) => void;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
}

/** One kind of read: first everything that can be wrong with the request, then the answer. */
export interface Read<Request> {
  readonly kind: ReadKind;
  /** Default `view_spans`. */
  readonly need?: Need;
  /** Default 200. */
  readonly status?: 200 | 202;
  parse(req: HttpRequest): Promise<Request> | Request;
  /** The JSON text of the answer. */
  answer(request: Request, context: ReadContext): Promise<TextPieces> | TextPieces;
  /** The items of a list, where it can be answered line by line. */
  stream?(
    request: Request,
    context: ReadContext,
  ): Promise<AsyncIterable<readonly ItemText[]>> | AsyncIterable<readonly ItemText[]>;
}

export function createReadHandler<Request>(
  services: ReadServices,
  read: Read<Request>,
): HttpHandler {
  const { clock, metrics, authenticate } = services;
  return async (req, res) => {
    const signal = abortWhenGone(res);
    const startedMs = clock.nowMs();
    let waitedMs = 0;
    const count = (outcome: ReadOutcome) =>
      metrics.read(read.kind, outcome, (clock.nowMs() - startedMs - waitedMs) / 1000);
    try {
      const principal = await authenticate(req, res, read.need ?? 'view_spans');
      const consistency = toConsistency(req, principal, services);
      const request = await read.parse(req);
      waitedMs = await wait(consistency, services, signal);
      const costs = new ReadCosts();
      const reader = services.reader.measured((cost) => costs.add(cost));
      const setReceipt = (receipt: string) => void res.setHeader('x-ingest-receipt', receipt);
      const atLeast = consistency?.target;
      const requestId = requestIdOf(res);
      const context = { principal, atLeast, signal, reader, costs, requestId, setReceipt };
      res.status(read.status ?? 200);
      if (read.stream !== undefined && acceptsLines(req)) {
        await sendLines(res, await read.stream(request, context), costs);
      } else {
        await sendJson(res, await read.answer(request, context), costs);
      }
      count(signal.aborted ? 'abandoned' : 'answered');
    } catch (error) {
      count(signal.aborted ? 'abandoned' : outcomeOf(error));
      // Nobody is there to read an answer, and what a reader makes of the abort is no fault.
      if (!signal.aborted) throw error;
    }
  };
}

function acceptsLines(req: HttpRequest): boolean {
  return req.accepts(['application/json', NDJSON]) === NDJSON;
}

function abortWhenGone(res: HttpResponse): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) gone.abort(new AppError('CLIENT_GONE', 'the client went away'));
  });
  return gone.signal;
}

function toConsistency(
  req: HttpRequest,
  { project_id: projectId }: Principal,
  { readReceipt, settings }: ReadServices,
): Consistency | undefined {
  return parseConsistency(req, projectId, {
    readReceipt,
    defaultWaitMs: settings.receiptWaitMs,
    maxWaitMs: settings.receiptMaxWaitMs,
  });
}

/** How long it took, in ms. */
async function wait(
  consistency: Consistency | undefined,
  { offsets, clock, metrics }: ReadServices,
  signal: AbortSignal,
): Promise<number> {
  if (consistency === undefined) return 0;
  const startedMs = clock.nowMs();
  const elapsedMs = () => clock.nowMs() - startedMs;
  try {
    await waitForReceipts(offsets, consistency, signal);
  } catch (error) {
    metrics.waited('not_yet_visible', elapsedMs() / 1000);
    throw error;
  }
  metrics.waited('visible', elapsedMs() / 1000);
  return elapsedMs();
}

const OUTCOME_BY_CODE = new Map<string, ReadOutcome>([
  ['UNAUTHORIZED', 'refused'],
  ['FORBIDDEN', 'refused'],
  ['CLICKHOUSE_UNAVAILABLE', 'unavailable'],
  ['CATALOG_UNAVAILABLE', 'unavailable'],
  ['LOG_UNAVAILABLE', 'unavailable'],
  ['DEADLINE_EXCEEDED', 'timed_out'],
  ['NOT_YET_VISIBLE', 'timed_out'],
]);

function outcomeOf(error: unknown): ReadOutcome {
  if (error instanceof AppError) return OUTCOME_BY_CODE.get(error.code) ?? 'failed';
  // The body could not be read, or the request was wrong.
  const isRefusal =
    error instanceof HttpProblem ? error.status < 500 : error instanceof BodyReadError;
  return isRefusal ? 'refused' : 'failed';
}
