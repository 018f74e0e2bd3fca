import { DeliveriesSkeleton } from '#components/deliveries/deliveries-skeleton.tsx';
import { withScriptsOf } from '../../../layout-scripts.tsx';

export default withScriptsOf(DeliveriesSkeleton);
