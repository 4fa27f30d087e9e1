import { useCallback, useMemo } from 'react';
import { type BoardTexts, boardOf, type SavedQuery } from '../filter-bar/saved-query.js';
import { useSearchParameters } from '../url/use-search.js';
import { type ChosenChart, presets, readCharts, writeCharts } from './board-choice.js';
import { type GroupField, groupFieldOf, noGroup } from './group-fields.js';

/** The charts and the group of a page, from its address or else from its board. */
export interface ShownBoard {
  readonly name: string;
  readonly charts: readonly ChosenChart[];
  readonly group: GroupField | undefined;
  readonly groupText: string;
  /** Names in the address that are unknown. */
  readonly unknown: readonly string[];
  /** The saved content of the board, in addition to its filter and window. */
  readonly content: { readonly view: 'analytics'; readonly board: BoardTexts };
  readonly setCharts: (charts: readonly ChosenChart[]) => void;
  readonly setGroup: (group: string) => void;
}

/** Reads a board from its slug, its saved query, and the parameters `m` and `g`. */
export function useBoardChoice(
  slug: string | undefined,
  saved: SavedQuery | undefined,
): ShownBoard {
  const [{ m, g }, change] = useSearchParameters();
  const preset = presets.find((one) => one.slug === slug) ?? presets[0];
  const stored: BoardTexts = (saved && boardOf(saved)) ?? preset;
  const chartsText = m ?? stored.charts;
  const groupText = g ?? stored.group;
  const setCharts = useCallback(
    (charts: readonly ChosenChart[]) => change({ m: writeCharts(charts) }),
    [change],
  );
  const setGroup = useCallback((text: string) => change({ g: text }, 'push'), [change]);
  return useMemo(() => {
    const { charts, unknown } = readCharts(chartsText);
    const group = groupFieldOf(groupText);
    const isUnknown = group === undefined && groupText !== noGroup;
    return {
      name: saved === undefined ? preset.name : (saved.name ?? saved.slug),
      charts,
      group,
      groupText: isUnknown ? noGroup : groupText,
      unknown: [
        ...unknown.map((name) => `the chart ${name}`),
        ...(isUnknown ? [`the group ${groupText}`] : []),
      ],
      content: { view: 'analytics', board: { charts: writeCharts(charts), group: groupText } },
      setCharts,
      setGroup,
    };
  }, [chartsText, groupText, saved, preset, setCharts, setGroup]);
}
