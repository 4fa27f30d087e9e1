import { type Json, type JsonMembers, membersOf, type ShownSpan } from '../../api/shown-span.js';

/** Returns the spans of an answer of the API: lists, trees and maps of them. Nodes of trees lose their children. */
export function collectSpans(answer: Json): readonly ShownSpan[] {
  const found: ShownSpan[] = [];
  const pending: Json[] = [answer];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const members = membersOf(next);
    if (members !== undefined && isSpan(members)) {
      const { spans: children, ...span } = members;
      found.push(span as unknown as ShownSpan);
      pending.push(children ?? null);
    } else if (Array.isArray(next)) {
      pending.push(...next.toReversed());
    } else if (members !== undefined) {
      pending.push(...Object.values(members).toReversed());
    }
  }
  return found;
}

function isSpan(members: JsonMembers): boolean {
  const needed = ['trace_id', 'span_id', 'span_name', 'start_time', 'end_time'];
  return needed.every((name) => typeof members[name] === 'string');
}
