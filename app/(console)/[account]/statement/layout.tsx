import { StatementSkeleton } from '#components/statement/statement-skeleton.tsx';
import { withWords } from '../../../page-words.tsx';
import { withScriptsOf } from '../../layout-scripts.tsx';

export default withScriptsOf(
  StatementSkeleton,
  withWords('statement', 'line-words', 'list', 'views', 'transactions', 'payments', 'operations'),
);
