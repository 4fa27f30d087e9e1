import { addressOfBackend, splitCredentials } from '@spanhouse/service-runtime/testing';
import { Administrator } from '../../../../../services/all-in-one/test/accounts.js';
import {
  newDataDir,
  type RunningSpanhouse,
  startSpanhouse,
} from '../../../../../services/all-in-one/test/processes/running-spanhouse.js';

/** A Spanhouse for one suite, whose data is new. */
export interface FoundSpanhouse {
  readonly url: string;
  /** What requests carry that have no credentials of their own. */
  readonly headers: Readonly<Record<string, string>>;
  /** Absent if other suites use it too. */
  readonly process?: RunningSpanhouse;
}

/** Finds the Spanhouse of the run, and creates a project of its own for the suite, with the name of that in open mode. */
export async function findSharedSpanhouse(): Promise<FoundSpanhouse> {
  const { url, password } = splitCredentials(addressOfBackend('SPANHOUSE_URL'));
  const administrator = new Administrator({ url }, password);
  const { projectId, headers } = await administrator.newAccount('visitor@example.com');
  await administrator.call('PUT', `/admin/projects/${projectId}`, { name: 'default' });
  return { url, headers };
}

export async function startOwnSpanhouse(
  settings: Readonly<Record<string, string>>,
): Promise<FoundSpanhouse> {
  const process = await startSpanhouse(newDataDir(), { BATCH_MAX_AGE_MS: '50', ...settings });
  return { url: process.url, headers: {}, process };
}
