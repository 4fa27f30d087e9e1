const steps = [1, 2, 5, 10];
const MOST_STEPS = 4;
const MS_PER_MINUTE = 60_000;
/** Tick intervals in minutes, for durations of one minute or more. */
const minutes = [1 / 4, 1 / 2, 1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440];

/** Returns two to five equidistant round values. The first is 0, and the last is at least `highest`. */
export function valueTicks(highest: number, areDurations = false): readonly number[] {
  const step = stepFor(highest, areDurations);
  const count = Math.max(1, Math.ceil(highest / step - Number.EPSILON));
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}

function stepFor(highest: number, areDurations: boolean): number {
  if (!(highest > 0)) {
    return 1;
  }
  const inMinutes = minutes.find((length) => highest / (length * MS_PER_MINUTE) <= MOST_STEPS);
  if (areDurations && highest > MS_PER_MINUTE && inMinutes !== undefined) {
    return inMinutes * MS_PER_MINUTE;
  }
  const least = highest / MOST_STEPS;
  const power = 10 ** Math.floor(Math.log10(least));
  return (steps.find((step) => step * power >= least * (1 - Number.EPSILON)) ?? 10) * power;
}
