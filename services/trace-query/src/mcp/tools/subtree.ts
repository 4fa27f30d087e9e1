import { HttpProblem } from '@spanhouse/api-kit';

export const nothingAt = 'Invalid span_id.';

/** Returns a span and its descendants, from rows in the order of the tree. Throws a 404 if the span is missing. */
export function subtreeOf<
  Row extends { readonly depth: number; readonly node: { readonly span_id: string } },
>(rows: readonly Row[], span_id: string | undefined): readonly Row[] {
  if (span_id === undefined) {
    return rows;
  }
  const first = rows.findIndex(({ node }) => node.span_id === span_id);
  const top = rows[first];
  if (top === undefined) {
    throw new HttpProblem(
      404,
      { detail: `The trace has no span ${span_id}.` },
      { loc: ['span_id'] },
    );
  }
  const after = rows.findIndex(({ depth }, index) => index > first && depth <= top.depth);
  return rows.slice(first, after < 0 ? undefined : after);
}
