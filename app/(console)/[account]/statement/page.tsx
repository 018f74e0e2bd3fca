import { notFound } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { PageHydration } from '#components/app-shell/providers.tsx';
import { StatementView } from '#components/statement/statement-view.tsx';
import { pageContext } from '#lib/api/page.ts';
import { firstPaint } from '#lib/handlers.ts';
import { loadOpen } from '#lib/list/list.ts';
import { depositsReads, linesReads } from '#lib/statement/queries.ts';
import { depositsList, loadTab, statementList } from '#lib/statement/statement.list.ts';
import { viewsOptions } from '#lib/views/queries.ts';
import { PageMessages, titleOf } from '../../../page-messages.tsx';

type Props = { params: Promise<{ account: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = titleOf('statement.title');

export default async function StatementPage({ params, searchParams }: Props) {
  const { account } = await params;
  const ctx = await pageContext(account, 'read');
  if (ctx.port.statement === undefined) notFound();
  const [{ tab }, { open }] = await Promise.all([loadTab(searchParams), loadOpen(searchParams)]);
  const pending = tab === 'pending' && ctx.port.pendingDeposits !== undefined;
  const reads = pending
    ? depositsReads(account, await depositsList.load(searchParams), open)
    : linesReads(account, await statementList.load(searchParams));
  const state = await firstPaint(ctx, [...reads, viewsOptions(account, pending ? 'deposits' : 'statement')]);
  return (
    <PageMessages segment="statement">
      <PageHydration key={pending ? 'pending' : 'lines'} state={state}>
        <StatementView />
      </PageHydration>
    </PageMessages>
  );
}
