import { badRequest, type HttpRequest } from '@spanhouse/api-kit';
import { mergeTargets } from '@spanhouse/span-log/receipt';
import type { QuerySettings } from '../config.js';
import type { ReadReceipt } from '../consistency/read-receipt.js';
import type { Consistency } from '../consistency/wait-for-receipts.js';

/** The parser of receipts in headers, and the maximum time that a read waits for them. */
export interface ConsistencyRules {
  readonly readReceipt: ReadReceipt;
  readonly settings: Pick<QuerySettings, 'receiptWaitMs' | 'receiptMaxWaitMs'>;
}

const integer = /^\d+$/;

/** The positions that a request must see before it is answered, and the maximum time that it waits for them. */
export interface RequestedConsistency extends Omit<Consistency, 'target'> {
  /** Undefined if the request names no receipt. */
  readonly target: Consistency['target'] | undefined;
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
