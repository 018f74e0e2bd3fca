import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { pageOperator } from '#lib/api/page.ts';
import { getSession } from '#lib/session/server/get-session.ts';

/** The session of a page of no single account, and the account whose menu it shows: the last opened one. */
export const lastAccount = cache(async () => {
  const ctx = await pageOperator();
  const [session, jar] = await Promise.all([getSession({ ctx }), cookies()]);
  const last = jar.get('account')?.value;
  const account = session.accounts.find(({ slug }) => slug === last) ?? session.accounts[0];
  if (account === undefined) redirect('/sign-in?error=no-account');
  return { session, account };
});
