import { notFound, redirect } from 'next/navigation';
import { DeliveriesView } from '#components/deliveries/deliveries-view.tsx';
import { deliveriesList } from '#lib/deliveries/deliveries.list.ts';
import { deliveryOptions, deliveryRows } from '#lib/deliveries/queries.ts';
import { listKnownIncidents } from '#lib/deliveries/server/get-incidents.ts';
import { loadOpen } from '#lib/list/list.ts';
import { accountPage } from '../../../page-of.tsx';

export const { generateMetadata, Page } = accountPage({
  segment: 'deliveries',
  title: 'deliveries.title',
  admit: ({ port, account: { slug } }) => {
    if (port.deliveries !== undefined) return;
    // Accounts without a delivery history get an explanation of where a missing notification may be.
    if (port.webhooks !== undefined) redirect(`/${slug}/webhooks?open=missing`);
    notFound();
  },
  views: 'deliveries',
  read: async ({ slug, search }) => {
    const [filters, { open }] = await Promise.all([deliveriesList.load(search), loadOpen(search)]);
    return [deliveryRows.rows(slug, filters), open !== null && deliveryOptions(slug, open)];
  },
  view: async ({ ctx }) => (
    <DeliveriesView incidentsKnown={(await listKnownIncidents({ ctx })) !== undefined} />
  ),
});
export default Page;
