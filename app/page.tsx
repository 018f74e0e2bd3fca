import { redirect } from 'next/navigation';
import { pageOperator } from '#lib/api/page.ts';
import { listVisibleAccounts } from '#lib/session/server/get-session.ts';

/** The first account one may read; who may read none is told so by the sign-in page. */
export default async function Home() {
  const [first] = await listVisibleAccounts({ ctx: await pageOperator() });
  redirect(first === undefined ? '/sign-in?error=no-account' : `/${first.slug}/overview`);
}
