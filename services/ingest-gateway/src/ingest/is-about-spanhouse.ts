import { SELF_TRACING_SCOPE } from '@spanhouse/service-runtime';
import type { CanonicalSpan } from '@spanhouse/span-schema';

/** Whether all are spans that Spanhouse has made about itself, whichever way they came. */
export function isAboutSpanhouse(spans: readonly Pick<CanonicalSpan, 'scope'>[]): boolean {
  return spans.length > 0 && spans.every(({ scope }) => scope?.name === SELF_TRACING_SCOPE);
}
