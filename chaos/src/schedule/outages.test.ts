import { type Form, faultKinds } from './fault-kinds.js';
import { outageSchedule } from './outages.js';

describe('outageSchedule', () => {
  it.each<Form>(['embedded', 'services', 'cluster'])(
    'takes faults that the form %s has, each for the whole time',
    (form) => {
      const schedule = outageSchedule(form, { seed: 7, holdMs: 60_000 });

      expect(schedule.every(({ name }) => faultKinds[name].forms.some((one) => one === form))).toBe(
        true,
      );
      expect(new Set(schedule.map(({ holdMs }) => holdMs))).toEqual(new Set([60_000]));
    },
  );
});
