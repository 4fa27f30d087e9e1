import { useStore } from '../store.js';
import { settings } from '../theme/settings.js';
import { clockOf, dayOf, readTime } from './format-time.js';

/** Shows a time with its day, in the time zone from the settings. The title contains the full time. */
export function DayAndTime({ time }: { readonly time: string }) {
  const zone = useStore(settings.timeZone);
  const ns = readTime(time);
  return (
    <time className="mono" dateTime={time} title={time}>
      {dayOf(ns, zone).slice(4)} {clockOf(ns, zone).seconds}
    </time>
  );
}
