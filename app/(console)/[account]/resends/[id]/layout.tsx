import { ResendSkeleton } from '#components/resends/page/resend-skeleton.tsx';
import { withScriptsOf } from '../../../layout-scripts.tsx';

export default withScriptsOf(ResendSkeleton);
