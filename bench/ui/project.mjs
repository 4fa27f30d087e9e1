// The project with data of the last 23 hours, which most measurements of the acceptance list use.
import { writeTraces } from './direct-store.mjs';

const NS_PER_MS = 1_000_000n;
const NEWEST_AGE_MS = 60_000;
const LENGTH_MS = 23 * 3_600_000;

export const project = {
  name: 'project',
  store: (config, { spans }) =>
    writeTraces(config, {
      spans,
      newestNs: BigInt(Date.now() - NEWEST_AGE_MS) * NS_PER_MS,
      lengthNs: BigInt(LENGTH_MS) * NS_PER_MS,
    }),
};
