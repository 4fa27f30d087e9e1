import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { CanonicalSpan, JsonValue } from '@spanhouse/span-schema';
import { acceptOtlp } from '../../otlp/accept-otlp.js';
import type { Fact } from './facts.js';

const fixtures = join(__dirname, '../../../test/fixtures/matrix');

/** One call, as recorded by the stub provider. The token counts do not overlap. */
export interface BilledCall {
  readonly api: string;
  readonly model: string;
  /** The messages to the provider. For embeddings, each input is recorded as a text from the user. */
  readonly messages: readonly Fact[];
  /** The provider's answer; absent for embeddings. */
  readonly answer?: readonly Fact[];
  readonly tokens: BilledTokens;
}

export interface BilledTokens {
  readonly input: number;
  readonly cache_read: number;
  readonly cache_write: number;
  readonly output: number;
}

/** One run of a program: its settings, the calls that were billed, and the file with the exported data. */
export interface Scenario {
  /** The name in the form `<language>/<cell>/<scenario>`. */
  readonly name: string;
  readonly session: string | null;
  readonly user: string | null;
  readonly bodies: string;
  readonly calls: readonly BilledCall[];
}

/** One row of the matrix: the library versions, and the scenarios that were recorded with them. */
export interface Cell {
  /** The name in the form `<language>/<cell>`. */
  readonly name: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly scenarios: readonly Scenario[];
}

export function recordedCells(): Cell[] {
  return foldersIn(fixtures).flatMap((language) =>
    foldersIn(join(fixtures, language)).map((cell) => readCell(`${language}/${cell}`)),
  );
}

function foldersIn(path: string): string[] {
  const entries = readdirSync(path, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

interface Ledger {
  readonly versions: Record<string, string>;
  readonly scenarios: Record<string, Omit<Scenario, 'name'>>;
}

function readCell(name: string): Cell {
  const text = readFileSync(join(fixtures, name, 'ledger.json'), 'utf8');
  const { versions, scenarios } = JSON.parse(text) as Ledger;
  return {
    name,
    versions,
    scenarios: Object.entries(scenarios).map(([scenario, entry]) => ({
      ...entry,
      name: `${name}/${scenario}`,
      bodies: `${name}/${entry.bodies}`,
    })),
  };
}

const RECEIVED_AT = 1_795_000_000_000_000_000n;

/** Returns the request that a scenario exported. */
export function bodyOf({ bodies }: Scenario): Buffer {
  return gunzipSync(readFileSync(join(fixtures, bodies)));
}

/** Returns the spans that the intake creates from a scenario's export. */
export function spansOf(scenario: Scenario): readonly CanonicalSpan[] {
  const { bodies } = scenario;
  const outcome = acceptOtlp({
    body: bodyOf(scenario),
    encoding: bodies.endsWith('.json.gz') ? 'json' : 'protobuf',
    receivedAt: RECEIVED_AT,
  });
  if (outcome.status !== 'accepted') {
    throw new Error(`${bodies} is not accepted: ${outcome.reason}`);
  }
  if (outcome.dropped.length > 0 || outcome.failedAdapters.length > 0) {
    throw new Error(`${bodies} loses spans: ${JSON.stringify(outcome.dropped)}`);
  }
  return outcome.spans;
}

/** Returns the value at a dotted path below `ag`. */
export function agOf({ attributes }: CanonicalSpan, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = attributes['ag'] as JsonValue;
  for (const key of path.split('.')) {
    value = (value as Record<string, JsonValue> | undefined)?.[key];
  }
  return value;
}
