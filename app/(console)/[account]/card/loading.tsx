import { CardSkeleton } from '#components/card/card-view.tsx';
import { loadingPage } from '../../page-of.tsx';

export default loadingPage('card', <CardSkeleton />);
