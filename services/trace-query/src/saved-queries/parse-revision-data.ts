import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Location,
  notA,
  notOneOf,
  parseFiltering,
  parseWindowing,
  toValidationDetail,
  type ValidationDetail,
} from '@spanhouse/span-schema';
import { focuses, formats } from '@spanhouse/span-schema/api';
import { issuesOf } from '../requests/parse-or-422.js';

/** Members that retrieving a revision adds. Clients send them back; they are not stored. */
const notStored = ['trace_ids', 'traces'];

/**
 * Returns the data of a revision as it is stored: as it was sent, without members that are null or
 * that only reads add. Returns undefined if nothing is left. Only the structure is checked; the
 * filter is checked when it runs. Problems are added to `issues`.
 */
export function parseRevisionData(
  value: JsonValue | undefined,
  loc: Location,
  issues: ValidationDetail[],
): JsonObject | undefined {
  if (value === undefined || value === null) {
    return undefined;
  }
  if (!isJsonObject(value)) {
    issues.push(toValidationDetail(notA('object'), loc));
    return undefined;
  }
  const kept = Object.entries(value).filter(([name]) => !notStored.includes(name));
  for (const [name, member] of kept) {
    issues.push(...checkMember(name, member, [...loc, name]));
  }
  const members = kept.filter(([, member]) => member !== null);
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

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

function checkFormatting(member: JsonValue, loc: Location): readonly ValidationDetail[] {
  if (member === null) {
    return [];
  }
  if (!isJsonObject(member)) {
    return [toValidationDetail(notA('object'), loc)];
  }
  return [
    ...checkOneOf(member['focus'], focuses, [...loc, 'focus']),
    ...checkOneOf(member['format'], formats, [...loc, 'format']),
  ];
}

function checkOneOf(
  value: JsonValue | undefined,
  names: readonly string[],
  loc: Location,
): readonly ValidationDetail[] {
  const isAllowed = value === undefined || value === null || names.some((name) => name === value);
  return isAllowed ? [] : [toValidationDetail(notOneOf(names), loc)];
}
