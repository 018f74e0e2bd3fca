import { ResendSkeleton } from '#components/resends/page/resend-skeleton.tsx';
import { withScriptsOf } from '../../../shared-scripts.tsx';

export default withScriptsOf(ResendSkeleton);
