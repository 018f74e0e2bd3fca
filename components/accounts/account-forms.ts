import { REASON_LENGTH, strangePart } from '#lib/accounts/rules.ts';
import type { InputOf } from '#lib/api/endpoint.ts';
import type { Connection } from '#lib/connections/queries.ts';
import type { AccountKind } from '#lib/core/account-kinds.ts';
import type { FormDescription } from '#lib/core/form.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { changeOf, isWeaker, type Typed, wrongNumbers } from './typed-settings.ts';

type Body<K extends keyof Endpoints> = InputOf<Endpoints[K], 'body'>;

export const removeAccountForm: FormDescription<
  { slug: string },
  null,
  Body<'DELETE /api/settings/accounts/{id}'>
> = {
  blank: { slug: '' },
  fields: { slug: { kind: 'text', paste: 'id', mono: true } },
  body: ({ slug }) => ({ slug: slug.trim() }),
};

/** Fields of a connection's form. The server names fields by path: `credentials.accessToken`, … */
export type CredentialDraft = {
  environment: 'sandbox' | 'production';
  baseUrl: string;
  credentials: Record<string, string>;
};
const own = { kind: 'own' } as const;
const credentialFields = {
  environment: own,
  baseUrl: { ...own, paste: 'address' },
  // The field of the part shows the error.
  credentials: { ...own, secret: true, fault: strangePart },
} as const;
const blank: CredentialDraft = { environment: 'production', baseUrl: '', credentials: {} };

export const credentialForm: FormDescription<
  CredentialDraft,
  null,
  Body<'PUT /api/settings/accounts/{id}/credential'>
> = { blank, fields: credentialFields, body: (values) => values };

export type NewAccountDraft = CredentialDraft & { kind: AccountKind; name: string; slug: string };
export const newAccountForm: FormDescription<NewAccountDraft, null, Body<'POST /api/settings/accounts'>> = {
  blank: { kind: 'pix', name: '', slug: '', ...blank },
  fields: { kind: own, name: own, slug: own, ...credentialFields },
  body: (values) => values,
};

export type AccountDraft = { name: string; typed: Typed; reason: string };
const weakens = ({ typed }: AccountDraft, account: Connection) => isWeaker(account, changeOf(account, typed));
/** Name and rules. Only changes are sent, with a reason when an approval rule becomes weaker. */
export const accountForm: FormDescription<
  AccountDraft,
  Connection,
  Body<'PATCH /api/settings/accounts/{id}'>
> = {
  blank: { name: '', typed: { numbers: {}, flags: {} }, reason: '' },
  fields: {
    name: { kind: 'own', early: 0, fault: (name) => (name.trim() === '' ? 'needed' : null) },
    typed: {
      kind: 'own',
      fault: (typed, _, { kind }) => (wrongNumbers(kind, typed).length > 0 ? 'number' : null),
    },
    reason: {
      kind: 'lines',
      most: REASON_LENGTH.most,
      when: weakens,
      fault: (reason) => (reason.trim().length < REASON_LENGTH.least ? 'reason' : null),
    },
  },
  body(values, account) {
    const { name, typed, reason } = values;
    const settings = changeOf(account, typed);
    return {
      ...(name.trim() === account.name ? {} : { name: name.trim() }),
      ...(Object.keys(settings).length === 0 ? {} : { settings }),
      ...(weakens(values, account) ? { reason: reason.trim() } : {}),
    };
  },
};
