import { badRequest, type HttpRequest } from '@spanhouse/service-runtime';
import { mergeTargets } from '@spanhouse/span-log/receipt';
import type { ReadReceipt } from '../query/read-receipt.js';
import type { Consistency } from '../query/wait-for-receipts.js';

export interface ConsistencyRules {
  readonly readReceipt: ReadReceipt;
  readonly defaultWaitMs: number;
  readonly maxWaitMs: number;
}

const INTEGER = /^\d+$/;

/** What a read has to see before it answers (API: "Receipts"); undefined when it need not wait. */
export function parseConsistency(
  req: HttpRequest,
  projectId: string,
  rules: ConsistencyRules,
): Consistency | undefined {
  const timeoutMs = parseTimeout(req, rules);
  const header = req.headers['x-consistent-with'];
  if (header === undefined) return undefined;
  const targets = String(header)
    .split(',')
    .map((token) => {
      const receipt = rules.readReceipt(token.trim(), projectId);
      if (receipt === undefined) throw badRequest('Invalid receipt.');
      return receipt.target;
    });
  return { target: mergeTargets(targets), timeoutMs };
}

function parseTimeout(req: HttpRequest, rules: ConsistencyRules): number {
  const header = req.headers['x-consistency-timeout-ms'];
  if (header === undefined) return rules.defaultWaitMs;
  const text = String(header).trim();
  if (!INTEGER.test(text)) throw badRequest('Invalid x-consistency-timeout-ms.');
  return Math.min(Number(text), rules.maxWaitMs);
}
