import { badRequest, type HttpRequest } from '@spanhouse/api-kit';
import { mergeTargets, type Receipt, type ReceiptTarget } from '@spanhouse/span-log/receipt';
import type { QuerySettings } from '../config.js';

/**
 * Parses a receipt. Returns undefined if the token is invalid or expired, or if it belongs to another project or log.
 * Throws LOG_UNAVAILABLE if the log has not been reached yet.
 */
export type ReadReceipt = (token: string, projectId: string) => Receipt | undefined;

/** The receipt parser, and the maximum time that a read waits for receipts. */
export interface ConsistencyRules {
  readonly readReceipt: ReadReceipt;
  readonly settings: Pick<QuerySettings, 'receiptWaitMs' | 'receiptMaxWaitMs'>;
}

const integer = /^\d+$/;

/** Log positions that an answer must include, and the maximum time to wait for them. */
export interface RequestedConsistency {
  /** Positions from all receipts; undefined if the request has no receipt. */
  readonly target: ReceiptTarget | undefined;
  readonly timeoutMs: number;
}

/** Parses the receipts and the timeout of a request; see docs/api/receipts.md. Throws a 400 if a header is invalid. */
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
