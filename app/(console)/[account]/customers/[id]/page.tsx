import { notFound } from 'next/navigation';
import { CustomerView } from '#components/customers/customer-view.tsx';
import { prefetchCustomer } from '#lib/customers/server/get-customer.ts';
import { accountPage } from '../../../page-of.tsx';

const page = accountPage({
  segment: 'customers',
  title: 'customers.title',
  admit: ({ port }) => {
    if (port.transactions === undefined && port.charges === undefined) notFound();
  },
  read: ({ ctx, id }) => prefetchCustomer({ ctx, id }),
  view: ({ id }) => <CustomerView id={id} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
