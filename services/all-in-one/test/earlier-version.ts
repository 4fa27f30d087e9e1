import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Json } from './http-client.js';

/** A read and the response that an earlier version returned. */
export interface RecordedRead {
  readonly name: string;
  readonly project?: string;
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: Json;
  readonly status: number;
  readonly answer: Json;
}

/**
 * The last recorded commit with the earlier table layout. The current version has to copy the spans of this recording.
 */
export const withFormerLayout = '4b5aa47';
export const earlierVersions = [withFormerLayout, '83bd59b8'];

const fixtures = new URL('fixtures/', `file://${__dirname}/`);

/** The reads whose responses have intentionally changed since 4b5aa47, each with the reason. */
const changedOnPurpose: Readonly<Record<string, string>> = {
  'spans: by service version': 'the field service_version came with migration 9',
};

export function readFixture(commit: string, file: string): Buffer {
  return gunzipSync(readFileSync(new URL(`commit-${commit}/${file}`, fixtures)));
}

/** Returns the recorded reads whose responses have not changed, keyed by name. */
export function unchangedReads(commit: string, recorded: readonly RecordedRead[]) {
  return recorded
    .filter(({ name }) => commit !== withFormerLayout || changedOnPurpose[name] === undefined)
    .map((request) => [request.name, request] as const);
}
