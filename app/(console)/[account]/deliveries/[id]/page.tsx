import { DeliveryPage } from '#components/deliveries/detail/delivery-drawer.tsx';
import { prefetchDelivery } from '#lib/deliveries/server/get-delivery.ts';
import { accountPage } from '../../../page-of.tsx';

const page = accountPage({
  segment: 'deliveries',
  title: 'deliveries.detailTitle',
  needs: 'deliveries',
  read: ({ ctx, id }) => prefetchDelivery({ ctx, id }),
  view: ({ id }) => <DeliveryPage id={id} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
