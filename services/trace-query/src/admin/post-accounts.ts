import { parseJsonRequest, type Route } from '@spanhouse/api-kit';
import { createKeyText, type NewAccount } from '@spanhouse/catalog';
import { accountsRequestSchema } from '@spanhouse/span-schema/api';
import type { z } from 'zod';
import { type AdminServices, forAdmins } from './admin-services.js';

type AccountRequest = z.output<typeof accountsRequestSchema>['accounts'][string];

/** Creates users. Each user gets a new project and a key for it; a request can decline the key. */
export function postAccounts(services: AdminServices): Route {
  const { catalog, bodyLimitBytes: limitBytes } = services;
  const handler = forAdmins(services, async (req, res) => {
    const body = await parseJsonRequest(req, { schema: accountsRequestSchema, limitBytes });
    const planned = Object.entries(body.accounts).map(planAccount);
    const made = await catalog.createAccounts(planned.map(({ account }) => account));
    const accounts = made.map(({ user, project_id }, index) => {
      const { name = '', shownKey } = planned[index] ?? {};
      const answer = {
        user: { id: user.user_id, email: user.email },
        project: { id: project_id },
        ...(shownKey !== undefined && { api_keys: { key: shownKey } }),
      };
      return [name, answer];
    });
    res.json({ accounts: Object.fromEntries(accounts) });
  });
  return { method: 'POST', path: '/admin/simple/accounts/', handler };
}

interface PlannedAccount {
  readonly name: string;
  readonly account: NewAccount;
  readonly shownKey: string | undefined;
}

function planAccount([name, { user, options }]: [string, AccountRequest]): PlannedAccount {
  const account = { email: user.email, project_name: name };
  if (options?.create_api_keys === false) {
    return { name, account: { ...account, key: null }, shownKey: undefined };
  }
  const { text, ...key } = createKeyText();
  const isShown = options?.return_api_keys !== false;
  return { name, account: { ...account, key }, shownKey: isShown ? text : undefined };
}
