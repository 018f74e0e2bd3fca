import { AuditView } from '#components/audit-log/audit-view.tsx';
import { auditList } from '#lib/audit-log/audit.list.ts';
import { prefetchAudit } from '#lib/audit-log/server/list-audit.ts';
import { loadOpen } from '#lib/list/list.ts';
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
