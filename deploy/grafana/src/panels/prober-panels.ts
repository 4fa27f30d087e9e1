import { increase, max, quantile, rate, share, sum } from '../queries/promql.js';
import { curve, now } from '../queries/targets.js';
import { figure, type Panel, steps, timeline } from './panels.js';

const checks = 'spanhouse_prober_checks_total';
const writes = 'spanhouse_prober_writes_total';

/** Returns panels with counts over the displayed time range. The counts should be 0. */
export function probeFigures(): readonly Panel[] {
  const endedAs = (outcome: string) => increase(checks, { where: `outcome="${outcome}"` });
  return [
    figure(
      {
        title: 'Missing',
        description:
          'Searches for accepted probes that a read path, although it answers, did not show in time.',
        unit: 'short',
      },
      now(endedAs('missing')),
    ).thresholds(steps({ red: 0.5 })),
    figure(
      {
        title: 'Mismatching',
        description:
          'Searches that ended because a read path showed a probe otherwise than it was sent. The log of the prober states the differences.',
        unit: 'short',
      },
      now(endedAs('mismatching')),
    ).thresholds(steps({ red: 0.5 })),
    figure(
      {
        title: 'Late',
        description: 'Searches that exceeded PROBE_LATE_AFTER_MS, whatever their outcome.',
        unit: 'short',
      },
      now(increase('spanhouse_prober_late_checks_total')),
    ).thresholds(steps({ orange: 0.5 })),
    figure(
      {
        title: 'Not accepted',
        description: 'Probes that were refused or not answered, and are therefore not looked for.',
        unit: 'short',
      },
      now(increase(writes, { where: 'outcome=~"refused|unanswered"' })),
    ).thresholds(steps({ orange: 0.5 })),
  ];
}

export function probeTimeToVisible(): Panel {
  const time = 'spanhouse_prober_time_to_visible_seconds';
  return timeline(
    {
      title: 'Time to visible, by read path',
      description:
        'From the sending of a probe to the first read that shows all of it, 90th percentile. The pauses between reads add up to a quarter, and the tail up to a second.',
      unit: 's',
    },
    curve(quantile(0.9, time, { by: 'path' }), '{{path}}'),
  );
}

export function probeOutcomes(): Panel {
  return timeline(
    {
      title: 'Searches by outcome',
      description:
        'Each accepted probe is looked for on every read path. Everything except visible needs an explanation; abandoned is a restart of the prober.',
      unit: 'cps',
    },
    curve(rate(checks, { by: 'outcome' }), '{{outcome}}'),
  );
}

export function probeVisibleShare(): Panel {
  const ended = { by: 'path' };
  return timeline(
    {
      title: 'Visible as sent, by read path',
      description:
        'Share of the searches that ended. A path below 100 % misses probes, changes them, or does not answer.',
      unit: 'percentunit',
    },
    curve(
      share(rate(checks, { ...ended, where: 'outcome="visible"' }), rate(checks, ended)),
      '{{path}}',
    ),
  );
}

export function probeWrites(): Panel {
  return timeline(
    {
      title: 'Accepted, by way to write',
      description: 'Share of the probes that were accepted. Those that are not are never missing.',
      unit: 'percentunit',
    },
    curve(
      share(
        rate(writes, { by: 'door', where: 'outcome="accepted"' }),
        rate(writes, { by: 'door' }),
      ),
      '{{door}}',
    ),
  );
}

export function failedReads(): Panel {
  return timeline(
    {
      title: 'Reads without a usable answer',
      description:
        'Each failed read is repeated until the search ends. The log of the prober has the answer.',
      unit: 'cps',
    },
    curve(
      rate('spanhouse_prober_failed_reads_total', { by: 'path, reason' }),
      '{{path}} {{reason}}',
    ),
  );
}

export function pendingChecks(): Panel {
  return timeline(
    {
      title: 'Searches that have not ended',
      description:
        'Rises while probes are not visible. With 64 pending probes, further ones are skipped.',
      unit: 'short',
    },
    curve(sum('spanhouse_prober_checks_pending'), 'pending'),
    curve(max('spanhouse_prober_rounds_skipped_total'), 'probes skipped since the start'),
  );
}
