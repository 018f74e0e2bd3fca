import { AuditView } from '#components/audit-log/audit-view.tsx';
import { auditList } from '#lib/audit-log/audit.list.ts';
import { auditOptions, entryOptions } from '#lib/audit-log/queries.ts';
import { loadOpen } from '#lib/list/list.ts';
import { operatorPage } from '../../page-of.tsx';

export const { generateMetadata, Page } = operatorPage({
  segment: 'audit',
  title: 'audit.title',
  permission: 'manage',
  views: 'audit',
  read: async ({ search }) => {
    const [filters, { open }] = await Promise.all([auditList.load(search), loadOpen(search)]);
    return [auditOptions(filters), open !== null && entryOptions(open)];
  },
  view: () => <AuditView />,
});
export default Page;
