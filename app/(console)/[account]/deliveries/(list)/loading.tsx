import { DeliveriesSkeleton } from '#components/deliveries/empty-deliveries.tsx';
import { loadingPage } from '../../../page-of.tsx';

export default loadingPage('deliveries', <DeliveriesSkeleton />);
