import { AuditView } from '#components/audit/audit-view.tsx';
import { loadOpen } from '#lib/list/list.ts';
import { auditList } from '#lib/trail/audit.list.ts';
import { prefetchAudit } from '#lib/trail/server/prefetch-audit.ts';
import { prefetchViews } from '#lib/views/server/prefetch-views.ts';
import { operatorPage } from '../../page-of.tsx';

const page = operatorPage({
  title: 'audit.title',
  permission: 'manage',
  read: async ({ ctx, search }) => {
    const [filters, { open }] = await Promise.all([auditList.load(search), loadOpen(search)]);
    return Promise.all([prefetchAudit({ ctx, filters, open }), prefetchViews({ ctx, page: 'audit' })]);
  },
  view: () => <AuditView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
