import { CardSkeleton } from '#components/card/card-skeleton.tsx';
import { loadingPage } from '../../page-of.tsx';

export default loadingPage('card', <CardSkeleton />);
