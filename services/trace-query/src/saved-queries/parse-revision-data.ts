import type { ValidationDetail } from '@spanhouse/service-runtime';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Location,
  parseFiltering,
  parseWindowing,
} from '@spanhouse/span-schema';

const FOCUSES = ['trace', 'span'];
const FORMATS = ['agenta', 'opentelemetry'];
/** What retrieving adds; clients send it back. */
const NOT_STORED = ['trace_ids', 'traces'];

/**
 * The `data` of a revision as it is stored: as it was sent, without what is null or filled in by
 * reads; undefined when nothing is left. Checks the structure only: what a filter means is asked
 * when it runs. Problems go to `issues`.
 */
export function parseRevisionData(
  value: JsonValue | undefined,
  loc: Location,
  issues: ValidationDetail[],
): JsonObject | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isJsonObject(value)) {
    issues.push({ type: 'model_attributes_type', loc, msg: NOT_AN_OBJECT });
    return undefined;
  }
  const kept = Object.entries(value).filter(([name]) => !NOT_STORED.includes(name));
  for (const [name, member] of kept) {
    issues.push(...checkMember(name, member, [...loc, name]));
  }
  const members = kept.filter(([, member]) => member !== null);
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

const NOT_AN_OBJECT = 'Input should be a valid dictionary or object to extract fields from';

function checkMember(name: string, member: JsonValue, loc: Location): readonly ValidationDetail[] {
  switch (name) {
    case 'formatting':
      return checkFormatting(member, loc);
    case 'filtering':
      return issuesOf(parseFiltering(member, loc));
    case 'windowing':
      return issuesOf(parseWindowing(member, loc));
    default:
      return [{ type: 'extra_forbidden', loc, msg: 'Extra inputs are not permitted' }];
  }
}

function issuesOf(
  parsed:
    | { readonly status: 'parsed' }
    | { readonly status: 'malformed'; readonly issues: readonly ValidationDetail[] },
): readonly ValidationDetail[] {
  return parsed.status === 'malformed' ? parsed.issues : [];
}

function checkFormatting(member: JsonValue, loc: Location): readonly ValidationDetail[] {
  if (member === null) return [];
  if (!isJsonObject(member)) return [{ type: 'model_attributes_type', loc, msg: NOT_AN_OBJECT }];
  return [
    ...checkOneOf(member['focus'], FOCUSES, [...loc, 'focus']),
    ...checkOneOf(member['format'], FORMATS, [...loc, 'format']),
  ];
}

function checkOneOf(
  value: JsonValue | undefined,
  names: readonly string[],
  loc: Location,
): readonly ValidationDetail[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string' && names.includes(value)) return [];
  const expected = names.map((name) => `'${name}'`).join(' or ');
  return [{ type: 'enum', loc, msg: `Input should be ${expected}`, ctx: { expected } }];
}
