import type { InputOf } from '#lib/api/endpoint.ts';
import type { FormDescription } from '#lib/core/form.ts';
import type { Endpoints } from '#lib/endpoints.ts';

type Body<K extends keyof Endpoints> = InputOf<Endpoints[K], 'body'>;
const secret = { kind: 'own', secret: true } as const;
type Draft = { current: string; next: string; again: string };

/** `least`: the policy's minimum of characters. The server checks whether it is easy to guess. */
export const passwordForm: FormDescription<
  Draft,
  { least: number },
  Body<'POST /api/settings/profile/password'>
> = {
  blank: { current: '', next: '', again: '' },
  fields: {
    current: { ...secret, fault: (current) => (current === '' ? 'needed' : null) },
    next: { ...secret, fault: (next, _, { least }) => ([...next].length < least ? 'short' : null) },
    again: { ...secret, fault: (again, { next }) => (again === next ? null : 'differs') },
  },
  body: ({ current, next }) => ({ current, next }),
};

export const nameForm: FormDescription<{ name: string }, null, Body<'PATCH /api/settings/profile'>> = {
  blank: { name: '' },
  fields: {
    name: {
      kind: 'text',
      most: 80,
      early: 0,
      fault: (name) => (name.trim() === '' ? 'needed' : null),
    },
  },
  body: ({ name }) => ({ name: name.trim() }),
};
