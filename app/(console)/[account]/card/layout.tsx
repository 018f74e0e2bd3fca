import { CardSkeleton } from '#components/card/card-skeleton.tsx';
import { withWords } from '../../../page-words.tsx';
import { withScriptsOf } from '../../layout-scripts.tsx';

export default withScriptsOf(
  CardSkeleton,
  withWords('card', 'card-status', 'payments', 'operations', 'list', 'views', 'transactions'),
);
