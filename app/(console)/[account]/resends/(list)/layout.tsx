import { ResendsSkeleton } from '#components/resends/resends-skeleton.tsx';
import { withScriptsOf } from '../../../layout-scripts.tsx';

export default withScriptsOf(ResendsSkeleton);
