import { ResendsSkeleton } from '#components/resends/resends-skeleton.tsx';
import { withScriptsOf } from '../../../shared-scripts.tsx';

export default withScriptsOf(ResendsSkeleton);
