import { DeliveryPage } from '#components/deliveries/detail/delivery-drawer.tsx';
import { deliveryOptions } from '#lib/deliveries/queries.ts';
import { accountPage } from '../../../page-of.tsx';

export const { generateMetadata, Page } = accountPage({
  segment: 'deliveries',
  title: 'deliveries.detailTitle',
  needs: 'deliveries',
  read: ({ slug, id }) => [deliveryOptions(slug, id)],
  view: ({ id }) => <DeliveryPage id={id} />,
});
export default Page;
