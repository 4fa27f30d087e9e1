import { addressOfBackend, splitCredentials } from '@spanhouse/service-runtime/testing';
import { Administrator } from '../../../../../services/all-in-one/test/accounts.js';
import {
  newDataDir,
  type RunningSpanhouse,
  startSpanhouse,
} from '../../../../../services/all-in-one/test/processes/running-spanhouse.js';

/** A Spanhouse service for one suite, initially without data. */
export interface FoundSpanhouse {
  readonly url: string;
  /** Headers to add to requests that have no credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** The service process, if only this suite uses it; absent if suites share the process. */
  readonly process?: RunningSpanhouse;
}

/** Finds the shared service and creates a project for the suite. The project's name is the same as in open mode. */
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
