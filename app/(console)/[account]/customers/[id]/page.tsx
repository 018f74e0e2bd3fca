import { notFound } from 'next/navigation';
import { CustomerView } from '#components/customers/customer-view.tsx';
import { customerOptions } from '#lib/customers/queries.ts';
import { accountPage } from '../../../page-of.tsx';

export const { generateMetadata, Page } = accountPage({
  segment: 'customers',
  title: 'customers.title',
  admit: ({ port }) => {
    if (port.transactions === undefined && port.charges === undefined) notFound();
  },
  read: ({ slug, id }) => [customerOptions(slug, id)],
  view: ({ id }) => <CustomerView id={id} />,
});
export default Page;
