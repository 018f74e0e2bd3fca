import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { connectionEndpoints } from '#lib/connections/contract.ts';
import {
  addAccount,
  changeAccount,
  makeSetUpLink,
  orderAccounts,
  removeAccount,
  replaceCredential,
} from '#lib/connections/server/change-account.ts';
import { listConnections } from '#lib/connections/server/connections.ts';
import { approveChange, declineChange, listChanges } from '#lib/connections/server/rule-changes.ts';

export const connectionHandlers = {
  'PUT /api/settings/accounts/{id}/credential': replaceCredential,
  'PATCH /api/settings/accounts/{id}': changeAccount,
  'DELETE /api/settings/accounts/{id}': removeAccount,
  'PUT /api/settings/accounts/order': ({ ctx, body }) => orderAccounts({ ctx, ids: body.ids }),
  'GET /api/settings/accounts': () => listConnections(),
  'POST /api/settings/accounts': addAccount,
  'POST /api/settings/accounts/set-up-link': makeSetUpLink,
  'POST /api/settings/changes/{id}/approve': approveChange,
  'POST /api/settings/changes/{id}/decline': declineChange,
  'GET /api/settings/changes': listChanges,
} satisfies Handlers<typeof connectionEndpoints>;
