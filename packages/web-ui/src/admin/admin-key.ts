import { ApiProblem } from '../api/api-problem.js';
import { type CallOptions, call } from '../api/call.js';
import { createStore } from '../parts/store.js';

/** The admin key. It is kept only in memory, so it is lost when the page is reloaded. */
export const adminKey = createStore<string | undefined>(undefined);

/** The service's reason for refusing the last admin key, shown in the form. Undefined until a key is refused. */
export const adminRefusal = createStore<string | undefined>(undefined);

/**
 * Message for a response with status 404. The administration routes always exist, so this status can only come from a
 * proxy.
 */
const notRouted =
  'The administration is not routed to this address. Open the web interface at the query service itself, or route /admin (in the Helm chart: routing.exposeAdmin).';

/** Calls an administration route with the admin key. If the service refuses the key, the form asks for another key. */
export async function callAsAdmin<Answer>(
  path: `/admin/${string}`,
  options: CallOptions = {},
): Promise<Answer> {
  const headers = { ...options.headers, authorization: `Access ${adminKey.get()}` };
  try {
    return await call<Answer>(path, { ...options, headers });
  } catch (error) {
    if (
      error instanceof ApiProblem &&
      error.status === 404 &&
      (options.method ?? 'GET') === 'GET'
    ) {
      throw new ApiProblem(notRouted, { status: 404, cause: error });
    }
    if (error instanceof ApiProblem && error.status === 401) {
      adminRefusal.set(error.message);
      adminKey.set(undefined);
      throw new ApiProblem(error.message, { status: 403, cause: error });
    }
    throw error;
  }
}
