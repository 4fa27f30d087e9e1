import {
  BigValueColorMode,
  BigValueGraphMode,
  LegendDisplayMode,
  LegendPlacement,
  ReduceDataOptionsBuilder,
  SortOrder,
  TooltipDisplayMode,
  VisibilityMode,
  VizLegendOptionsBuilder,
  VizTooltipOptionsBuilder,
} from '@grafana/grafana-foundation-sdk/common';
import {
  FieldColorBuilder,
  FieldColorModeId,
  type Threshold,
  ThresholdsConfigBuilder,
  ThresholdsMode,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as TableBuilder } from '@grafana/grafana-foundation-sdk/table';
import { PanelBuilder as TimeseriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import type { Target } from '../queries/targets.js';

export type Panel = StatBuilder | TableBuilder | TimeseriesBuilder;

interface PanelText {
  readonly title: string;
  /** Text that describes the content of the panel and the recommended action for the engineer on call. */
  readonly description: string;
  readonly unit: string;
}

export function timeline(
  { title, description, unit }: PanelText,
  ...targets: readonly Target[]
): TimeseriesBuilder {
  return new TimeseriesBuilder()
    .title(title)
    .description(description)
    .unit(unit)
    .min(0)
    .targets([...targets])
    .lineWidth(1)
    .fillOpacity(10)
    .showPoints(VisibilityMode.Auto)
    .legend(
      new VizLegendOptionsBuilder()
        .showLegend(true)
        .displayMode(LegendDisplayMode.List)
        .placement(LegendPlacement.Bottom),
    )
    .tooltip(
      new VizTooltipOptionsBuilder().mode(TooltipDisplayMode.Multi).sort(SortOrder.Descending),
    );
}

/** Builds a panel with one number on a coloured background. */
export function figure(
  { title, description, unit }: PanelText,
  ...targets: readonly Target[]
): StatBuilder {
  return new StatBuilder()
    .title(title)
    .description(description)
    .unit(unit)
    .targets([...targets])
    .colorMode(BigValueColorMode.Background)
    .graphMode(BigValueGraphMode.None)
    .reduceOptions(new ReduceDataOptionsBuilder().calcs(['last']))
    .colorScheme(new FieldColorBuilder().mode(FieldColorModeId.Thresholds))
    .thresholds(steps({}));
}

export function table({ title, description, unit }: PanelText, target: Target): TableBuilder {
  return new TableBuilder().title(title).description(description).unit(unit).targets([target]);
}

interface Limits {
  readonly base?: 'green' | 'red' | 'blue';
  readonly orange?: number;
  readonly red?: number;
  readonly green?: number;
}

/** Builds the thresholds. Each colour applies to values at or above its limit. */
export function steps({ base = 'green', ...limits }: Limits): ThresholdsConfigBuilder {
  const above = Object.entries(limits).map(([color, value]) => ({ color, value }));
  above.sort((a, b) => a.value - b.value);
  const first: Threshold = { color: base, value: null };
  return new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps([first, ...above]);
}
