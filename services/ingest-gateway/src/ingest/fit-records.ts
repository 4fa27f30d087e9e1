import type { AllSpansRefused, DroppedSpan } from '@spanhouse/span-intake';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import type { BuiltRecords } from './build-records.js';

/** What was read of a request. */
export interface ReadSpans {
  readonly status: 'accepted';
  readonly spans: readonly CanonicalSpan[];
  readonly dropped: readonly DroppedSpan[];
}

/** Takes spans out again, reports them as dropped and rolls the rest up anew. */
export type RefuseOversized<Read extends ReadSpans> = (
  read: Read,
  isOversized: (span: CanonicalSpan, position: number) => boolean,
) => Read | AllSpansRefused;

export interface FittedRecords<Read extends ReadSpans> {
  readonly status: 'fitted';
  readonly read: Read;
  readonly built: BuiltRecords;
}

/** Records of the spans that are not too large; whether one is, only its row tells. */
export function fitRecords<Read extends ReadSpans>(
  given: Read,
  refuseOversized: RefuseOversized<Read>,
  build: (spans: readonly CanonicalSpan[]) => BuiltRecords,
): FittedRecords<Read> | AllSpansRefused {
  let read = given;
  for (;;) {
    const built = build(read.spans);
    if (built.tooLarge.length === 0) {
      return { status: 'fitted', read, built };
    }
    const oversized = new Set(built.tooLarge);
    const rest = refuseOversized(read, (_span, position) => oversized.has(position));
    if (rest.status === 'unprocessable') {
      return rest;
    }
    read = rest;
  }
}
