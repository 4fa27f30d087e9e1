import type { Form } from '../schedule/fault-kinds.js';

/** The number of faults in a run, and the time that they take without the recovery from the last fault. */
export interface RunLength {
  readonly faults: number;
  readonly loadMs: number;
}

/** Lengths at which a run on an idle machine ends within 90 s, including the start of the system and the check. */
export const usualLengths: Readonly<Record<Form, RunLength>> = {
  embedded: { faults: 4, loadMs: 30_000 },
  services: { faults: 4, loadMs: 35_000 },
  cluster: { faults: 6, loadMs: 30_000 },
};

/** Lengths at which `--short` runs both forms within 60 s on an idle machine. */
export const shortLengths = {
  embedded: { faults: 3, loadMs: 9000 },
  services: { faults: 2, loadMs: 8000 },
} as const satisfies Partial<Record<Form, RunLength>>;
