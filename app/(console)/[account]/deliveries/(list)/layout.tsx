import { DeliveriesSkeleton } from '#components/deliveries/deliveries-skeleton.tsx';
import { withScriptsOf } from '../../../shared-scripts.tsx';

export default withScriptsOf(DeliveriesSkeleton);
