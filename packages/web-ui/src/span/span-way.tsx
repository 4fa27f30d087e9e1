import { type ReactElement, useMemo } from 'react';
import { type KeyGroup, usePageKeys } from '../parts/keys/page-keys.js';
import type { TraceViewProps } from '../trace/trace-view-props.js';

/** Leads from a span to its parent, and to the spans before and after it in the order of the tree. */
export function SpanWay({ outline, selected, onSelect }: TraceViewProps): ReactElement {
  const ways = useMemo(
    () => [
      { name: 'Parent', key: 'Shift-p', to: outline.parent[selected] ?? -1 },
      { name: 'Previous', key: 'Shift-k', to: selected - 1 },
      { name: 'Next', key: 'Shift-j', to: selected + 1 },
    ],
    [outline, selected],
  );
  const isPossible = (to: number) => to >= 0 && to < outline.count;
  const keys = useMemo<KeyGroup>(
    () => ({
      title: 'Spans nearby',
      keys: ways.map(({ name, key, to }) => ({
        key,
        meaning: `${name} span`,
        act: () => to >= 0 && to < outline.count && onSelect(to),
      })),
    }),
    [ways, outline, onSelect],
  );
  usePageKeys(keys);
  return (
    <>
      {ways.map(({ name, to }) => (
        <button
          key={name}
          type="button"
          className="button plain"
          aria-label={`${name} span`}
          disabled={!isPossible(to)}
          onClick={() => onSelect(to)}
        >
          {name}
        </button>
      ))}
    </>
  );
}
