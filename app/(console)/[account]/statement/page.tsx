import { notFound } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { PageHydration } from '#components/app-shell/providers.tsx';
import { StatementView } from '#components/statement/statement-view.tsx';
import { pageContext } from '#lib/api/page.ts';
import { loadOpen } from '#lib/list/list.ts';
import { prefetchDeposits } from '#lib/statement/server/list-pending-deposits.ts';
import { prefetchStatement } from '#lib/statement/server/list-statement.ts';
import { depositsList, loadTab, statementList } from '#lib/statement/statement.list.ts';
import { prefetchViews } from '#lib/views/server/list-views.ts';
import { PageMessages, titleOf } from '../../../page-messages.tsx';

type Props = { params: Promise<{ account: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = titleOf('statement.title');

export default async function StatementPage({ params, searchParams }: Props) {
  const { account } = await params;
  const ctx = await pageContext(account, 'read');
  if (ctx.port.statement === undefined) notFound();
  const [{ tab }, { open }] = await Promise.all([loadTab(searchParams), loadOpen(searchParams)]);
  const pending = tab === 'pending' && ctx.port.pendingDeposits !== undefined;
  const state = await Promise.all([
    pending
      ? prefetchDeposits(ctx, await depositsList.load(searchParams), open)
      : prefetchStatement(ctx, await statementList.load(searchParams)),
    prefetchViews({ ctx, page: pending ? 'deposits' : 'statement' }),
  ]);
  return (
    <PageMessages segment="statement">
      <PageHydration key={pending ? 'pending' : 'lines'} state={state}>
        <StatementView />
      </PageHydration>
    </PageMessages>
  );
}
