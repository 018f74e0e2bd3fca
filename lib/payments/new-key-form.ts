import type { InputOf } from '#lib/api/endpoint.ts';
import type { FormDescription } from '#lib/core/form.ts';
import type { PixKeyKind } from '#lib/core/pix/pix-key.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { keyAsSent, keyError } from './field-rules.ts';

const TYPES = ['EVP', 'CNPJ', 'CPF', 'EMAIL', 'PHONE'] as const;
export type NewKeyDraft = { type: (typeof TYPES)[number]; key: string };
type Body = InputOf<Endpoints['POST /pix-keys'], 'body'>;

const own = (type: NewKeyDraft['type']) => type.toLowerCase() as PixKeyKind;

/** Form for a new key: random, or one that the account's holder owns. */
export const newKeyForm: FormDescription<NewKeyDraft, null, Body> = {
  blank: { type: 'EVP', key: '' },
  fields: {
    type: { kind: 'choice', of: TYPES },
    key: {
      kind: 'text',
      paste: 'key',
      most: 77,
      mono: true,
      when: ({ type }) => type !== 'EVP',
      fault: (key, { type }) => keyError(key, own(type)),
    },
  },
  body: ({ type, key }) => ({ type, ...(type === 'EVP' ? {} : { key: keyAsSent(key, own(type)) }) }),
};
