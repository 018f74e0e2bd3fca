import { AuditView } from '#components/audit/audit-view.tsx';
import { loadOpen } from '#lib/list/list.ts';
import { auditList } from '#lib/trail/audit.list.ts';
import { prefetchAudit } from '#lib/trail/server/prefetch-audit.ts';
import { operatorPage } from '../../page-of.tsx';

const page = operatorPage({
  segment: 'audit',
  title: 'audit.title',
  permission: 'manage',
  views: 'audit',
  read: async ({ ctx, search }) => {
    const [filters, { open }] = await Promise.all([auditList.load(search), loadOpen(search)]);
    return prefetchAudit({ ctx, filters, open });
  },
  view: () => <AuditView />,
});

export const generateMetadata = page.metadata;
export default page.Page;
