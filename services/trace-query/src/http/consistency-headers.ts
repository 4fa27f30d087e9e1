import { badRequest, type HttpRequest } from '@spanhouse/api-kit';
import { mergeTargets, type Receipt, type ReceiptTarget } from '@spanhouse/span-log/receipt';
import type { QuerySettings } from '../config.js';

/**
 * Reads a receipt. Returns undefined if the token is invalid, belongs to another project or log, or
 * has expired. Throws LOG_UNAVAILABLE while the log has not been reached.
 */
export type ReadReceipt = (token: string, projectId: string) => Receipt | undefined;

/** The parser of receipts in headers, and the maximum time that a read waits for them. */
export interface ConsistencyRules {
  readonly readReceipt: ReadReceipt;
  readonly settings: Pick<QuerySettings, 'receiptWaitMs' | 'receiptMaxWaitMs'>;
}

const integer = /^\d+$/;

/** The positions that a request must see before it is answered, and the maximum time that it waits for them. */
export interface RequestedConsistency {
  /** Undefined if the request names no receipt. */
  readonly target: ReceiptTarget | undefined;
  readonly timeoutMs: number;
}

/**
 * Reads the receipts of a request and its time-out; see docs/api/receipts.md. Throws the 400 of an
 * invalid header.
 */
export function parseConsistency(
  req: HttpRequest,
  projectId: string,
  rules: ConsistencyRules,
): RequestedConsistency {
  const timeoutMs = parseTimeout(req, rules);
  const header = req.headers['x-consistent-with'];
  if (header === undefined) {
    return { target: undefined, timeoutMs };
  }
  const targets = String(header)
    .split(',')
    .map((token) => {
      const receipt = rules.readReceipt(token.trim(), projectId);
      if (receipt === undefined) {
        throw badRequest('Invalid receipt.');
      }
      return receipt.target;
    });
  return { target: mergeTargets(targets), timeoutMs };
}

function parseTimeout(req: HttpRequest, { settings }: ConsistencyRules): number {
  const header = req.headers['x-consistency-timeout-ms'];
  if (header === undefined) {
    return settings.receiptWaitMs;
  }
  const text = String(header).trim();
  if (!integer.test(text)) {
    throw badRequest('Invalid x-consistency-timeout-ms.');
  }
  return Math.min(Number(text), settings.receiptMaxWaitMs);
}
