import { type HttpRequest, type Route, toValidationDetails } from '@spanhouse/api-kit';
import type {
  DeadLetterReader,
  DeadLetterSelection,
  LetterPosition,
  ListedDeadLetter,
} from '@spanhouse/span-log/dead-letter-reader';
import {
  formatTimestamp,
  outOfRange,
  type ParsedWindowing,
  parseWindowMembers,
  toValidationDetail,
  type ValidationDetail,
} from '@spanhouse/span-schema';
import { letterLimits, lettersQuerySchema } from '@spanhouse/span-schema/api';
import type { z } from 'zod';
import { readRoute } from '../http/read-handler.js';
import { createTokens, positionOr400, text, varint } from '../paging/token.js';
import { windowingOr422 } from '../requests/parse-or-422.js';
import { locatedQueryText, queryText } from '../requests/query-text.js';
import type { DeadLetterServices } from './dead-letter-services.js';

/** Lists the dead letters of a project. An administrator can list the letters of all projects. */
export function getDeadLetters(services: DeadLetterServices): Route {
  const { letters: reader, signer } = services;
  const members = { scope: text, recordedAtMs: varint, id: text };
  const tokens = createTokens<ScopedPosition>(signer, 'dead-letter-cursor', members);
  return readRoute(services, 'GET /project/dead-letters', {
    mirrored: false,
    kind: 'dead_letters',
    parse: parseDeadLetters,
    async answer({ isForAll, next, ...query }, { principal, signal }) {
      const projectId = isForAll ? undefined : principal.project_id;
      const scope = projectId ?? '';
      const decode = (token: string) => {
        const position = tokens.decode(token);
        return positionOr400(position?.scope === scope ? position : undefined);
      };
      const after = next === undefined ? undefined : decode(next);
      const page = await readPage(reader, { ...query, projectId, after }, signal);
      return {
        count: page.letters.length,
        dead_letters: page.letters.map((letter) => showDeadLetter(letter, isForAll)),
        ...(page.next && { next: tokens.encode({ ...page.next, scope }) }),
      };
    },
  });
}

/** A position, and the project whose list contains the position; `''` for the list of all projects. */
interface ScopedPosition extends LetterPosition {
  readonly scope: string;
}

/**
 * Maximum number of portions to read for a page. A page may be short if few of the log's letters belong to the project.
 */
const MAX_PORTIONS = 20;

/**
 * Reads portions until the page is full or the list ends. A portion may be short, because the reader examines a limited
 * number of letters at a time.
 */
async function readPage(
  reader: Pick<DeadLetterReader, 'list'>,
  selection: DeadLetterSelection,
  signal: AbortSignal,
) {
  const letters: ListedDeadLetter[] = [];
  let next: LetterPosition | undefined = selection.after;
  for (let portion = 0; portion < MAX_PORTIONS; portion += 1) {
    signal.throwIfAborted();
    const limit = selection.limit - letters.length;
    const page = await reader.list({ ...selection, limit, after: next }, signal);
    letters.push(...page.letters);
    next = page.next;
    if (next === undefined || letters.length === selection.limit) {
      break;
    }
  }
  return { letters, next };
}

/** A parsed request for a list of dead letters. */
interface LettersQuery extends Pick<z.output<typeof lettersQuerySchema>, 'stage'> {
  readonly isForAll: boolean;
  readonly oldestMs: number | undefined;
  readonly newestMs: number | undefined;
  readonly limit: number;
  readonly next: string | undefined;
}

const NS_PER_MS = 1_000_000n;
const windowMembers = ['oldest', 'newest', 'limit', 'next'] as const;

/** Parses the query string. Throws a 422 that lists every problem. */
function parseDeadLetters(req: HttpRequest): LettersQuery {
  const sent = { stage: queryText(req, 'stage'), all: queryText(req, 'all') };
  const flags = lettersQuerySchema.pick({ stage: true, all: true }).safeParse(sent);
  const windowing = parseWindowMembers((name) =>
    windowMembers.some((member) => member === name) ? locatedQueryText(req, name) : undefined,
  );
  const issues = [
    ...(flags.success ? [] : toValidationDetails(flags.error, sent, ['query'])),
    ...limitIssues(windowing),
  ];
  const { oldest, newest, limit = letterLimits.usual, next } = windowingOr422(windowing, issues);
  return {
    stage: flags.data?.stage,
    isForAll: flags.data?.all === 'true',
    oldestMs: toMs(oldest),
    newestMs: toMs(newest),
    limit,
    next,
  };
}

function limitIssues(windowing: ParsedWindowing): readonly ValidationDetail[] {
  const limit = windowing.status === 'parsed' ? windowing.windowing.limit : undefined;
  const { maximum } = letterLimits;
  return limit !== undefined && limit > maximum
    ? [toValidationDetail(outOfRange('max', maximum), ['query', 'limit'], String(limit))]
    : [];
}

/** Returns the first whole millisecond at or after a time. The times of letters are in milliseconds. */
function toMs(timeNs: bigint | undefined): number | undefined {
  if (timeNs === undefined) {
    return undefined;
  }
  const whole = timeNs / NS_PER_MS;
  return Number(timeNs > whole * NS_PER_MS ? whole + 1n : whole);
}

/** Converts a letter to the format of answers. Only callers who see all projects see the letter's project. */
export function showDeadLetter(letter: ListedDeadLetter, isForAll: boolean) {
  const { id, recordedAtMs, retriedAtMs, stage, reason, rowCount, origin, firstRow } = letter;
  return {
    id,
    recorded_at: timeOf(recordedAtMs),
    stage,
    reason,
    rows: rowCount,
    log_partition: origin.partition,
    log_offset: origin.offset,
    first_row: firstRow,
    ...(retriedAtMs !== undefined && { retried_at: timeOf(retriedAtMs) }),
    ...(isForAll && letter.projectId !== '' && { project_id: letter.projectId }),
  };
}

function timeOf(ms: number): string {
  return formatTimestamp(BigInt(ms) * 1_000_000n);
}
