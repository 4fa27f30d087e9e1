import { badRequest, type HttpRequest, toValidationDetails } from '@spanhouse/api-kit';
import { readTokenPayload, TokenPayloadWriter, type TokenSigner } from '@spanhouse/service-runtime';
import type { LetterPosition } from '@spanhouse/span-log/dead-letter-reader';
import {
  outOfRange,
  type ParsedWindowing,
  parseWindowMembers,
  toValidationDetail,
  type ValidationDetail,
} from '@spanhouse/span-schema';
import { letterLimits, lettersQuerySchema } from '@spanhouse/span-schema/api';
import type { z } from 'zod';
import { windowingOr422 } from '../requests/parse-or-422.js';
import { locatedQueryText, queryText } from '../requests/query-text.js';

/** A parsed request for a list of dead letters. */
export interface LettersQuery extends Pick<z.output<typeof lettersQuerySchema>, 'stage'> {
  readonly isForAll: boolean;
  readonly oldestMs: number | undefined;
  readonly newestMs: number | undefined;
  readonly limit: number;
  readonly next: string | undefined;
}

const NS_PER_MS = 1_000_000n;
const windowMembers = ['oldest', 'newest', 'limit', 'next'] as const;
const purpose = 'dead-letter-cursor';

/** Throws the 422 that lists every problem. */
export function parseDeadLetters(req: HttpRequest): LettersQuery {
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
  const isTooLarge = limit !== undefined && limit > letterLimits.maximum;
  return isTooLarge
    ? [
        toValidationDetail(
          outOfRange('max', letterLimits.maximum),
          ['query', 'limit'],
          String(limit),
        ),
      ]
    : [];
}

/** Returns the first whole millisecond at or after a time, because letters have times in milliseconds. */
function toMs(timeNs: bigint | undefined): number | undefined {
  if (timeNs === undefined) {
    return undefined;
  }
  const whole = timeNs / NS_PER_MS;
  return Number(timeNs > whole * NS_PER_MS ? whole + 1n : whole);
}

/** Signs the position after which the next page begins; the token is valid in lists of this project alone. */
export function encodeLetterCursor(
  { recordedAtMs, id }: LetterPosition,
  scope: string,
  signer: TokenSigner,
): string {
  const writer = new TokenPayloadWriter();
  writer.text(scope);
  writer.varint(recordedAtMs);
  writer.text(id);
  return signer.sign(writer.toBytes(), purpose);
}

/** Throws the 400 of a token that belongs to another list. */
export function decodeLetterCursor(
  token: string,
  scope: string,
  signer: TokenSigner,
): LetterPosition {
  const payload = signer.verify(token, purpose);
  const position =
    payload &&
    readTokenPayload(payload, (reader) =>
      reader.text() === scope ? { recordedAtMs: reader.varint(), id: reader.text() } : undefined,
    );
  if (position === undefined) {
    throw badRequest("Invalid 'next' token.");
  }
  return position;
}
