import { type HttpRequest, type Route, unprocessable } from '@spanhouse/api-kit';
import type { Clock } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import { partitionOffsetOf, toLogOffset } from '@spanhouse/span-row';
import {
  formatTimestamp,
  parseWindowMembers,
  toValidationDetail,
  valueError,
} from '@spanhouse/span-schema';
import {
  type LedgerAudit,
  type LedgerBalance,
  type LedgerSums,
  MAX_UNENTERED,
} from '@spanhouse/trace-store/reader';
import { windowingOr422 } from '../requests/parse-or-422.js';
import { locatedQueryText } from '../requests/query-text.js';
import { type AdminServices, forAdmins } from './admin-services.js';

/** Sources of the comparison: the committed log positions, and the ledger in the store. */
export interface LedgerServices {
  readonly offsets: Pick<CommittedOffsets, 'generation' | 'read' | 'readLag'>;
  readonly ledger: Pick<LedgerAudit, 'balance' | 'entered'>;
  readonly clock: Pick<Clock, 'nowNs'>;
}

const NS_PER_HOUR = 3_600_000_000_000n;
/** Longest time range of a comparison. Comparing a longer range would take longer than clients wait. */
const MAX_RANGE_NS = NS_PER_HOUR;
/** Signal that never aborts. The reads are not cancelled when the client disconnects. */
const never = new AbortController().signal;

/** Compares the accepted spans of a time range with the stored spans; see docs/api/limits.md. */
export function getLedger(admin: AdminServices, { offsets, ledger, clock }: LedgerServices): Route {
  const handler = forAdmins(admin, async (req, res) => {
    const range = parseRange(req, clock.nowNs());
    const [positions, lags] = await Promise.all([offsets.read(), offsets.readLag()]);
    const committed = positions.map((offset) => toLogOffset(offsets.generation, offset));
    const entered = await ledger.entered(committed, never);
    const { sums, missing, ...lists } = await ledger.balance(range, committed, never);
    res.json({
      oldest: formatTimestamp(range.oldest),
      newest: formatTimestamp(range.newest),
      is_balanced: sums.unaccounted === 0 && missing === 0,
      ...toShownSums(sums),
      missing_messages: missing,
      unread_messages: lags.reduce((sum, { end, committed: read }) => sum + end - read, 0),
      unentered_messages: committed.reduce(
        (sum, end, partition) => sum + unenteredBefore(end, entered[partition]),
        0,
      ),
      ...toShownLists(lists),
    });
  });
  return { method: 'GET', path: '/admin/ledger', handler };
}

/**
 * Returns the number of committed messages that are not in the ledger yet. If the ledger has no entry, the result is at
 * most `MAX_UNENTERED`.
 */
function unenteredBefore(committed: bigint, entered: bigint | undefined): number {
  return entered === undefined
    ? Math.min(Number(partitionOffsetOf(committed)), Number(MAX_UNENTERED))
    : Number(committed - entered);
}

function parseRange(req: HttpRequest, nowNs: bigint) {
  const parsed = parseWindowMembers((name) =>
    name === 'oldest' || name === 'newest' ? locatedQueryText(req, name) : undefined,
  );
  const { newest = nowNs, oldest = newest - NS_PER_HOUR } = windowingOr422(parsed);
  if (newest - oldest > MAX_RANGE_NS) {
    throw unprocessable([
      toValidationDetail(valueError('A range has at most an hour.'), ['query', 'oldest']),
    ]);
  }
  return { oldest, newest };
}

function toShownSums({ accepted, stored, deadLettered, ...sums }: LedgerSums) {
  const { removed, expired, pending, unaccounted } = sums;
  return { accepted, stored, dead_lettered: deadLettered, removed, expired, pending, unaccounted };
}

function toShownLists({
  minutes,
  unbalanced,
  gaps,
}: Pick<LedgerBalance, 'minutes' | 'unbalanced' | 'gaps'>) {
  return {
    minutes: minutes.map(({ minute, projectId, ...sums }) => ({
      minute: formatTimestamp(minute),
      project_id: projectId,
      ...toShownSums(sums),
    })),
    unbalanced: unbalanced.map(({ projectId, ...message }) => ({
      ...toShownPosition(message),
      project_id: projectId,
      ...toShownSums(message),
    })),
    gaps: gaps.map(({ missing, writer, ...message }) => ({
      ...toShownPosition(message),
      missing,
      ...(writer !== undefined && { writer }),
    })),
  };
}

/** Formats a log position without the log's generation. Dead letters and receipts use the same format. */
function toShownPosition(message: {
  readonly logPartition: number;
  readonly logOffset: bigint;
  readonly receivedAt: bigint;
}) {
  return {
    log_partition: message.logPartition,
    log_offset: Number(partitionOffsetOf(message.logOffset)),
    received_at: formatTimestamp(message.receivedAt),
  };
}
