import { DeliveriesSkeleton } from '#components/deliveries/deliveries-skeleton.tsx';
import { loadingPage } from '../../../page-of.tsx';

export default loadingPage('deliveries', <DeliveriesSkeleton />);
