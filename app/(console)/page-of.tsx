import { notFound } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import type { ReactNode } from 'react';
import { PageHydration } from '#components/app-shell/providers.tsx';
import type { Ctx, OperatorCtx } from '#lib/api/context.ts';
import { pageContext, pageOperator } from '#lib/api/page.ts';
import type { Reads } from '#lib/api/prefetch-queries.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import type { Segment } from '#lib/core/i18n/messages.ts';
import { firstPaint } from '#lib/handlers.ts';
import type { ViewPage } from '#lib/views/contract.ts';
import { placeOf } from '#lib/views/place.ts';
import { viewsOptions } from '#lib/views/queries.ts';
import { PageMessages, recordOf, titleOf } from '../page-messages.tsx';
import { lastAccount } from './all-accounts-layout.tsx';

type Props = {
  params: Promise<{ account: string; id?: string; day?: string }>;
  searchParams: Promise<SearchParams>;
};
type PageRequest<Context> = {
  ctx: Context;
  /** The page's account. A page of no single account: the one whose menu it shows. */
  slug: string;
  search: Promise<SearchParams>;
  /** The record id in the URL; empty where there is none. */
  id: string;
};
/** The queries of the first render. */
type Read<Context> = (request: PageRequest<Context>) => Reads | Promise<Reads>;
type PageAbove = {
  /** Segment that selects the page's messages. */
  segment: Segment;
  /** Message key of the title, which may contain the record as `{name}`. */
  title: string;
  view: () => ReactNode;
  permission?: Permission;
  /** The list whose saved views the page shows. */
  views?: ViewPage;
  read?: Read<OperatorCtx>;
};
type Page = Omit<PageAbove, 'view' | 'read'> & {
  view: (request: { account: string; id: string; ctx: Ctx }) => ReactNode | Promise<ReactNode>;
  /** Part of the provider's port that the page needs; without it the page does not exist. */
  needs?: keyof Ctx['port'];
  /** Redirects, or answers "not found", for operators or accounts the page is not for. */
  admit?: (ctx: Ctx) => void;
  read: Read<Ctx>;
  /** Queries of the first render that run after those of `read`. */
  after?: (account: string) => Reads;
};

/** A page of one account: its permission, the data of its first render, and its content. */
export function accountPage({ title, view, permission = 'read', needs, admit, read, after, ...page }: Page) {
  return {
    generateMetadata: titleOf(title),
    async Page({ params, searchParams: search }: Props) {
      const { account } = await params;
      const id = await recordOf(params);
      const ctx = await pageContext(account, permission);
      if (needs !== undefined && ctx.port[needs] === undefined) notFound();
      admit?.(ctx);
      const request = { ctx, slug: account, search, id };
      return rendered(page, request, read(request), view({ account, id, ctx }), after?.(account));
    },
  };
}

/** A page of no single account; a permission on some account is enough. */
export function operatorPage({ title, view, permission, read, ...page }: PageAbove) {
  return {
    generateMetadata: titleOf(title),
    async Page({ searchParams: search }: Props) {
      const ctx = await pageOperator();
      if (permission !== undefined && !ctx.permissions.has(permission)) notFound();
      const request = { ctx, slug: (await lastAccount()).account.slug, search, id: '' };
      return rendered(page, request, read?.(request) ?? [], view());
    },
  };
}

async function rendered(
  { segment, views }: Pick<Page, 'segment' | 'views'>,
  { ctx, slug, id }: PageRequest<OperatorCtx>,
  reads: Reads | Promise<Reads>,
  view: ReactNode | Promise<ReactNode>,
  after?: Reads,
) {
  const saved = views !== undefined && viewsOptions(placeOf(views, slug), views);
  const read = async () => firstPaint(ctx, [...(await reads), saved], after);
  const [state, content] = await Promise.all([read(), view]);
  return (
    <PageMessages segment={segment}>
      <PageHydration key={id} state={state}>
        {content}
      </PageHydration>
    </PageMessages>
  );
}

/** The placeholder of a page while it is read. */
export const loadingPage = (segment: Segment, view: ReactNode) =>
  function Loading() {
    return <PageMessages segment={segment}>{view}</PageMessages>;
  };
