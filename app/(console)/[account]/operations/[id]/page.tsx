import { OperationPage } from '#components/payments/approval/operation-page.tsx';
import { approvalOptions, operationOptions } from '#lib/operations/queries.ts';
import { accountPage } from '../../../page-of.tsx';

export const { generateMetadata, Page } = accountPage({
  segment: 'operations',
  title: 'operations.drawer.id',
  read: ({ slug, id }) => [operationOptions(slug, id), approvalOptions(slug, id)],
  view: ({ id }) => <OperationPage id={id} />,
});
export default Page;
