import { redirect } from 'next/navigation';
import { pageOperator } from '#lib/api/page.ts';
import { listVisibleAccounts } from '#lib/session/server/get-session.ts';

/** Redirects to the first readable account; without one, the sign-in page states that. */
export default async function Home() {
  const [first] = await listVisibleAccounts({ ctx: await pageOperator() });
  redirect(first === undefined ? '/sign-in?error=no-account' : `/${first.slug}/overview`);
}
