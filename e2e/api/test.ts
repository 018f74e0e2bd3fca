import { Endpoint } from '#lib/webhooks/server/testing/endpoint.ts';
import { prove, setCardEntry } from '../support/card.ts';
import { infractionOf, openDispute } from '../support/disputes.ts';
import { test as base } from '../support/in-process.ts';
import { approvalAbove, requestWaiting } from '../support/payments.ts';
import { invite } from '../support/people.ts';
import { startPost } from '../support/post.ts';
import type { Role } from '../support/product.ts';
import { providerOf } from '../support/provider.ts';
import { register, signingSecret } from '../support/webhooks.ts';

/** Tests of the HTTP API in process, with what they need of the provider and of people. */
export const test = base
  /** A mail server and a receiver; a file's `options` tell its product of them. */
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's needs from its pattern.
  .extend('post', { scope: 'file' }, async ({}, { onCleanup }) => {
    const post = await startPost();
    onCleanup(post.stop);
    return post;
  })
  .extend('provider', async ({ product, control }, { onCleanup }) => {
    const { end, ...provider } = await providerOf(product, control);
    onCleanup(end);
    return provider;
  })
  .extend('paid', async ({ provider }) => provider.paid)
  /** Records that the Pix account's provider has under a reference. */
  .extend('recordsOf', async ({ provider }) => async (clientReference: string) => {
    const { transactions } = await provider.list({ clientReference });
    return transactions;
  })
  /** Requests a withdrawal as finance, which waits for another person; its operation. */
  .extend('waiting', async ({ api, sql }, { onCleanup }) => {
    const request = await api('finance');
    await approvalAbove(sql, request, 1_000);
    onCleanup(() => approvalAbove(sql, request, null));
    return () => requestWaiting(request);
  })
  .extend(
    'dispute',
    async ({ provider, control }) =>
      (more?: object) =>
        openDispute(provider, control, more),
  )
  .extend(
    'infraction',
    async ({ provider }) =>
      (id: string) =>
        infractionOf(provider, id),
  )
  .extend(
    'somebody',
    async ({ api }) =>
      () =>
        invite(api),
  )
  .extend('endpoint', async ({ task: _ }, { onCleanup }) => {
    const endpoint = new Endpoint();
    await endpoint.listen();
    onCleanup(() => endpoint.close());
    return endpoint;
  })
  .extend(
    'registered',
    async ({ api, endpoint }) =>
      async () =>
        register(await api('developer'), endpoint),
  )
  .extend(
    'signsWith',
    async ({ provider, control, endpoint }) =>
      (...secrets: string[]) =>
        signingSecret({ provider, control, endpoint }, secrets),
  )
  /** A client of a role whose sign-in was confirmed just now. */
  .extend('proven', async ({ api, product }) => async (role: Role) => {
    const request = await api(role);
    await prove(request, product, role);
    return request;
  })
  /** Switches the account setting that allows card entry. */
  .extend(
    'cardEntry',
    async ({ proven }) =>
      async (on: boolean) =>
        setCardEntry(await proven('admin'), on),
  );
export { expect, step } from '../support/in-process.ts';
